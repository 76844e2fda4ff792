import assert from 'node:assert/strict'
import { test } from 'vitest'
import { Breaker } from './breaker.ts'

function broken(failures: number) {
  let now = 0
  const breaker = new Breaker({ failures: 3, pauseMs: 1000 }, () => now)
  for (let i = 0; i < failures; i++) breaker.failed()
  const wait = (ms: number) => {
    now += ms
  }
  return { breaker, wait }
}

test('calls pass until several in a row have failed', () => {
  assert.equal(broken(2).breaker.enter(), true)
  assert.equal(broken(3).breaker.enter(), false)
  const { breaker } = broken(2)
  breaker.succeeded()
  breaker.failed()
  assert.equal(breaker.enter(), true)
})

/** If all calls pass after the pause, a thousand of them wait for a provider that is still down. */
test('after the pause one call is tried, and its outcome decides', () => {
  const { breaker, wait } = broken(3)
  wait(999)
  assert.equal(breaker.enter(), false)
  wait(1)
  assert.deepEqual([breaker.enter(), breaker.enter()], [true, false])
  breaker.failed()
  wait(999)
  assert.equal(breaker.enter(), false)
  wait(1)
  assert.equal(breaker.enter(), true)
  breaker.succeeded()
  assert.deepEqual([breaker.enter(), breaker.enter()], [true, true])
})

test('a trial call that never ends does not block the others for ever', () => {
  const { breaker, wait } = broken(3)
  wait(1000)
  assert.equal(breaker.enter(), true)
  wait(1000)
  assert.equal(breaker.enter(), true)
})
