import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countOf } from './count.ts'

/** Fails if only some callers group thousands: the same count would be written in two formats. */
test('a count agrees with its noun and groups thousands', () => {
  assert.deepEqual(
    [0, 1, 2, 10_000].map(count => countOf(count, 'order')),
    ['0 orders', '1 order', '2 orders', '10,000 orders'],
  )
})
