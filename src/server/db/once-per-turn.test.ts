import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { oncePerTurn } from './once-per-turn.ts'

test('a turn looks once, the next one looks again', async () => {
  let looks = 0
  const look = oncePerTurn(() => ++looks)
  await nextTurn()
  const first = look()
  await Promise.resolve()
  assert.equal(look(), first)
  await nextTurn()
  assert.equal(look(), first + 1)
})
