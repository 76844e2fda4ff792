import { testsOf } from './rooms.ts'

testsOf('starting')
