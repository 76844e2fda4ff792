import { testsOf } from './rooms.ts'

testsOf('money')
