import { testsOf } from './rooms.ts'

await testsOf('follow')
