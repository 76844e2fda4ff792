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

test('calls are made until some have failed in a row', () => {
  assert.equal(broken(2).breaker.enter(), true)
  assert.equal(broken(3).breaker.enter(), false)
  const { breaker } = broken(2)
  breaker.succeeded()
  breaker.failed()
  assert.equal(breaker.enter(), true)
})

/** Where everybody is let in after the pause, a thousand calls wait for a provider that is still down. */
test('after the pause one call tries, and its outcome decides', () => {
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

test('one that never comes back does not keep the others out for ever', () => {
  const { breaker, wait } = broken(3)
  wait(1000)
  assert.equal(breaker.enter(), true)
  wait(1000)
  assert.equal(breaker.enter(), true)
})
