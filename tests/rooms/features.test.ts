import { testsOf } from './rooms.ts'

await testsOf('features')
