import assert from 'node:assert/strict'
import { test } from 'vitest'
import { agoOf } from './ago.ts'

/** Monday, 9 in the morning, in the reader's time zone. */
const now = new Date(2026, 10, 16, 9)

test('a moment is told as people do: minutes, hours, days, then the date', () => {
  const told = (...at: [number, number, number, number?, number?]) => agoOf(new Date(...at), now)
  assert.equal(told(2026, 10, 16, 9), 'just now')
  assert.equal(told(2026, 10, 16, 8, 59), '1 min ago')
  assert.equal(told(2026, 10, 16, 8, 1), '59 min ago')
  assert.equal(told(2026, 10, 16, 1), '8 h ago')
  assert.equal(told(2026, 10, 15, 20), 'yesterday')
  assert.equal(told(2026, 10, 14, 23, 59), '2 days ago')
  assert.equal(told(2026, 10, 10, 8), '6 days ago')
  assert.equal(told(2026, 10, 9, 8), 'Nov 9')
  assert.equal(told(2025, 11, 31, 8), 'Dec 31, 2025')
})

/** Fails if midnight alone makes a day. */
test('a late evening is hours ago, not yesterday, in the first hours of the next day', () => {
  const early = new Date(2026, 10, 16, 1)
  assert.equal(agoOf(new Date(2026, 10, 15, 22), early), '3 h ago')
  assert.equal(agoOf(new Date(2026, 10, 15, 18), early), 'yesterday')
})
