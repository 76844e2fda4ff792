import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rules } from '../scripts/stages.ts'
import { alone, filesOf, inSuites, roomNames } from './rooms/rooms.ts'

const root = join(import.meta.dirname, '..')

/** Fails for a folder that is new and in no room: its tests would never run, and nothing would say so. */
test('every test of shop and sandbox runs once: in a room, or alone', () => {
  const run = [...alone, ...roomNames.flatMap(filesOf)]
  assert.deepEqual(run.sort(), globSync('{src/server,sandbox}/**/*.test.ts', { cwd: root }).sort())
  assert.deepEqual(globSync('*.test.ts', { cwd: join(root, 'tests/rooms') }).sort(), [
    ...roomNames.map(name => `${name}.test.ts`).sort(),
  ])
})

test('what shares a process leaves it as it is', () => {
  const touchesOthers = /^import \{[^}]*\bmock\b[^}]*\} from 'node:test'/m
  const ofRules = rules.parameters.filter(word => word.endsWith('.test.ts'))
  for (const file of [...roomNames.flatMap(filesOf), ...globSync(ofRules, { cwd: root })])
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), touchesOthers, file)
})

const befores: string[] = []
Reflect.set(globalThis, 'noteBefore', (file: string) => befores.push(file))
inSuites(['tests/helpers/around/first.ts', 'tests/helpers/around/second.ts'])

test('what a file does around its tests, it does around no others', () => {
  assert.deepEqual(befores, ['first', 'first', 'second'])
  Reflect.deleteProperty(globalThis, 'noteBefore')
})
