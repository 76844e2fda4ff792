import { beforeEach, test } from 'node:test'
import { noteBefore } from './note-before.ts'

beforeEach(() => noteBefore('second'))
test('one of the second file', () => undefined)
