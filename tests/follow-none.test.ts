import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { surroundings } from './helpers/surroundings.ts'

/** The room has a test that sees what is followed, and one that leaves a promise behind, which fails. */
const answerOf = (...flags: string[]) => {
  const parameters = [...flags, '--test', 'tests/helpers/stray/room.ts']
  const { status, stdout } = spawnSync(process.execPath, parameters, { encoding: 'utf8', env: surroundings })
  // Indented, because it stands below its suite: while tests are described, promises are still followed.
  return { status, stdout, follows: !/^ {2}✔ promises are not followed/m.test(stdout) }
}

test('the runner follows promises unless it is told', () => {
  const { follows } = answerOf()
  assert.equal(follows, true)
})

test('told so, it follows none, and what nobody waits for still fails', () => {
  const { status, stdout, follows } = answerOf('--import=./tests/helpers/follow-none.ts')
  assert.equal(follows, false)
  assert.equal(status, 1)
  assert.match(stdout, /nobody waits for this/)
})
