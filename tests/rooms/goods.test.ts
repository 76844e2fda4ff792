import { testsOf } from './rooms.ts'

testsOf('goods')
