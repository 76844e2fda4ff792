import assert from 'node:assert/strict'
import { test } from 'vitest'
import { median, p99, rowOf, spreadOf } from './figures.ts'

const base = { name: 'x', unit: 'ms', kind: 'value' } as const

test('the median is the middle value in any order, and the spread goes from the least to the most', () => {
  assert.equal(median([9, 1, 4]), 4)
  assert.deepEqual(spreadOf([100, 20, 3]), { median: 20, least: 3, most: 100 })
  assert.ok(Number.isNaN(median([])))
})

test('a p99 ignores the highest of a hundred values, but not the second highest', () => {
  const values = Array.from({ length: 200 }, (_, i) => 200 - i)
  assert.equal(p99(values), 199)
  assert.equal(p99([7]), 7)
})

test('a ratio is the median of the rounds’ ratios, not the ratio of the medians', () => {
  const { figure, shop, yardstick } = rowOf({
    ...base,
    kind: 'ratio',
    shop: [10, 30, 60],
    yardstick: [10, 10, 30],
  })
  assert.deepEqual(figure, { value: 2, kind: 'ratio' })
  assert.equal(shop.median / (yardstick?.median ?? 0), 3)
})

test('a difference is computed per round, and a value is the shop’s alone', () => {
  assert.equal(rowOf({ ...base, kind: 'difference', shop: [5, 9, 7], yardstick: [1, 2, 3] }).figure.value, 4)
  assert.equal(rowOf({ ...base, shop: [5, 9, 7], yardstick: [1, 1, 1] }).figure.value, 7)
})

test('a goal is met at its bound and missed beyond it', () => {
  const met = (shop: number, goal: { atLeast: number } | { atMost: number }) =>
    rowOf({ ...base, shop: [shop], goal }).met
  assert.equal(met(100, { atMost: 100 }), true)
  assert.equal(met(100.1, { atMost: 100 }), false)
  assert.equal(met(8, { atLeast: 8 }), true)
  assert.equal(met(7.9, { atLeast: 8 }), false)
})

test('a row without a goal has no verdict, and an invalid row meets no goal', () => {
  assert.equal('met' in rowOf({ ...base, shop: [1] }), false)
  assert.equal(rowOf({ ...base, shop: [1], goal: { atMost: 2 }, invalid: '3 × 500' }).met, false)
  assert.equal(rowOf({ ...base, kind: 'ratio', shop: [1], goal: { atMost: 2 } }).met, false)
})
