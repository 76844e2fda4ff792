import assert from 'node:assert/strict'
import { test } from 'vitest'
import { waitUntil } from './rates.ts'

/**
 * Fails if the response contains the time itself instead of the seconds until then: a browser would wait for half a century.
 */
test('a refusal by a rate limit says how long to wait', () => {
  const now = Date.UTC(2026, 0, 1)
  const waitFor = (ms: number) => waitUntil(now + ms, now)
  assert.deepEqual(waitFor(900_000), { retryAfter: 900, wait: '15 minutes' })
  assert.deepEqual(waitFor(86_000_000), { retryAfter: 86_000, wait: '24 hours' })
  assert.deepEqual(waitFor(61_000), { retryAfter: 61, wait: '2 minutes' })
  assert.deepEqual(waitFor(60_000), { retryAfter: 60, wait: 'a minute' })
  assert.deepEqual(waitFor(1), { retryAfter: 1, wait: 'a minute' })
  assert.deepEqual(waitFor(-5), { retryAfter: 1, wait: 'a minute' })
})
