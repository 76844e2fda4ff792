import { testsOf } from './rooms.ts'

testsOf('people')
