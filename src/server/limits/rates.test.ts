import assert from 'node:assert/strict'
import { test } from 'vitest'
import { tooMany } from './rates.ts'

/** Fails where the moment itself is told in place of the time until then: a browser would wait for half a century. */
test('who has tried too often is told for how long to wait', () => {
  const now = Date.UTC(2026, 0, 1)
  const told = (ms: number) => {
    const { code, message, extras } = tooMany('Too many attempts.', now + ms, now)
    assert.equal(code, 'too_many_attempts')
    return [extras.retryAfter, message]
  }
  assert.deepEqual(told(900_000), [900, 'Too many attempts. Please try again in 15 minutes.'])
  assert.deepEqual(told(86_000_000), [86_000, 'Too many attempts. Please try again in 24 hours.'])
  assert.deepEqual(told(61_000), [61, 'Too many attempts. Please try again in 2 minutes.'])
  assert.deepEqual(told(60_000), [60, 'Too many attempts. Please try again in a minute.'])
  assert.deepEqual(told(1), [1, 'Too many attempts. Please try again in a minute.'])
  assert.deepEqual(told(-5), [1, 'Too many attempts. Please try again in a minute.'])
})
