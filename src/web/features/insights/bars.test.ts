import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayAfter } from '#domain/day.ts'
import { barsOf, labelOf } from './bars.ts'
import { changeOf } from './change.ts'

const daysFrom = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    date: dayAfter(first, index),
    takings: 0.1,
    refunds: 0.2,
    disputes: 0.3,
    orders: 1,
    units: 3,
  }))

test('a month has a bar for each day', () => {
  const bars = barsOf(daysFrom('2026-10-18', 30))
  assert.equal(bars.length, 30)
  assert.deepEqual(bars.map(labelOf).slice(-2), ['Nov 15', 'Nov 16'])
})

/** Fails if dollars are added as floating point: ten times 0.1 is not 1. */
test('a year has a bar for each month, with exact sums and partial first and last months', () => {
  const bars = barsOf(daysFrom('2025-11-17', 365))
  assert.equal(bars.length, 13)
  assert.deepEqual(bars[0], {
    from: '2025-11-17',
    to: '2025-11-30',
    takings: 1.4,
    refunds: 2.8,
    disputes: 4.2,
    orders: 14,
    units: 42,
  })
  assert.deepEqual(bars.map(labelOf).slice(0, 2), ['Nov 2025', 'Dec 2025'])
  assert.equal(bars.at(-1)?.to, '2026-11-16')
})

test('a figure is compared with the previous period', () => {
  assert.deepEqual(changeOf(112, 100), { kind: 'more', percent: 12 })
  assert.deepEqual(changeOf(2, 3), { kind: 'fewer', percent: 33 })
  assert.deepEqual(changeOf(0, 5), { kind: 'fewer', percent: 100 })
  assert.deepEqual(changeOf(5, 5), { kind: 'same' })
  assert.deepEqual(changeOf(0, 0), { kind: 'same' })
  assert.deepEqual(changeOf(5, 0), { kind: 'first' })
})
