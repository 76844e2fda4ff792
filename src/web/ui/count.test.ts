import assert from 'node:assert/strict'
import { test } from 'vitest'
import { countOf } from './count.ts'

/** Fails where only some places part thousands: the same count is then written in two ways. */
test('a count agrees with its noun and parts thousands', () => {
  assert.deepEqual(
    [0, 1, 2, 10_000].map(count => countOf(count, 'order')),
    ['0 orders', '1 order', '2 orders', '10,000 orders'],
  )
})
