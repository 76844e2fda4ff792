import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { dollarsFormat, formatDollars, formatMinor, majorOf, minorOf, totalOf } from './money.ts'

test('dollars become exact cents', () => {
  assert.equal(minorOf(0), 0)
  assert.equal(minorOf(19.99), 1999)
  assert.equal(minorOf(18.5), 1850)
  assert.equal(minorOf(1_000_000), 100_000_000)
})

test('amounts that are not whole minor units are refused, not rounded', () => {
  for (const dollars of [1.005, 0.001, -1, -0.01, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e-7]) {
    assert.equal(minorOf(dollars), undefined, String(dollars))
  }
})

test('every amount in cents survives the conversion to dollars and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 * 1_000 }), minor => {
      const overTheWire = JSON.parse(JSON.stringify(majorOf(minor)))
      assert.equal(minorOf(overTheWire), minor)
    }),
  )
})

test('the total is exact even for the largest order', () => {
  assert.equal(totalOf(100_000_000, 1_000_000), 100_000_000_000_000)
  assert.ok(Number.isSafeInteger(totalOf(100_000_000, 1_000_000)))
})

test('whole dollars are formatted without cents', () => {
  assert.equal(formatDollars(34), '$34')
  assert.equal(formatDollars(18.5), '$18.50')
  assert.equal(formatDollars(1234.05), '$1,234.05')
})

/** Fails if a list shows $22 beside $18.50. */
test('one price with cents gives the whole list two decimals', () => {
  assert.deepEqual([22, 1234].map(dollarsFormat([22, 1234])), ['$22', '$1,234'])
  assert.deepEqual([22, 18.5, -1234.05].map(dollarsFormat([22, 18.5])), ['$22.00', '$18.50', '-$1,234.05'])
})

test('a price is formatted as Intl formats it', () => {
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), minor => {
      assert.equal(formatDollars(majorOf(minor)), money.format(majorOf(minor)).replace(/\.00$/, ''))
    }),
  )
})

/** Fails if the cents also get a sign, or lose a zero. */
test('accounting amounts have a sign and two decimals', () => {
  assert.deepEqual([3400, 1850, 5, 0, -1850, -5, 123_456_789].map(formatMinor), [
    '$34.00',
    '$18.50',
    '$0.05',
    '$0.00',
    '-$18.50',
    '-$0.05',
    '$1,234,567.89',
  ])
})
