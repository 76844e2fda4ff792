import { beforeEach, test } from 'node:test'
import { noteBefore } from './note-before.ts'

beforeEach(() => noteBefore('first'))
test('one of the first file', () => undefined)
test('another of the first file', () => undefined)
