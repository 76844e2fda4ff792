import { testsOf } from './rooms.ts'

testsOf('sandbox')
