import { testsOf } from './rooms.ts'

testsOf('data')
