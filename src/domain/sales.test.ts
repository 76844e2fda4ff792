import assert from 'node:assert/strict'
import { test } from 'vitest'
import { averageOf, longestPieces, noSales, pieceAt, refundChanges } from './sales.ts'

const hour = 3_600_000

test('a moment belongs to the piece that has begun last', () => {
  const moment = Date.parse('2026-11-15T10:59:59.999Z')
  assert.deepEqual(
    ([15, 30, 60] as const).map(minutes => new Date(pieceAt(moment, minutes)).toISOString().slice(11, 19)),
    ['10:45:00', '10:30:00', '10:00:00'],
  )
  assert.equal(pieceAt(moment + 1, 60), moment + 1)
})

test('days are made up of the longest pieces that fit into them', () => {
  const stretch = { from: 0, until: 48 * hour, offset: 0 }
  assert.equal(longestPieces(stretch), 60)
  assert.equal(longestPieces({ ...stretch, offset: -8 * hour }), 60)
  assert.equal(longestPieces({ ...stretch, offset: 5.5 * hour }), 30)
  assert.equal(longestPieces({ ...stretch, offset: 5.75 * hour }), 15)
  assert.equal(longestPieces({ ...stretch, from: hour / 2 }), 30)
  assert.equal(longestPieces({ ...stretch, until: 47.75 * hour }), 15)
})

test('the average is to the cent, and nothing without orders', () => {
  assert.equal(averageOf({ ...noSales, orders: 3, takings: 1000 }), 333)
  assert.equal(averageOf({ ...noSales, orders: 3, takings: 2000 }), 667)
  assert.equal(averageOf(noSales), 0)
})

test('a refund counts from when it is done', () => {
  const pending = { amount: 500, succeededAt: null }
  const done = { amount: 500, succeededAt: 7 }
  assert.deepEqual(refundChanges(true, pending, done), [{ at: 7, refunds: 500 }])
  assert.deepEqual(refundChanges(true, undefined, done), [{ at: 7, refunds: 500 }])
  assert.deepEqual(refundChanges(true, undefined, pending), [])
})

test('it counts once, however often it is told', () => {
  const done = { amount: 500, succeededAt: 7 }
  assert.deepEqual(refundChanges(true, done, { ...done }), [])
})

test('what the bank sends back later no longer counts, at the moment when it did', () => {
  const done = { amount: 500, succeededAt: 7 }
  assert.deepEqual(refundChanges(true, done, { amount: 500, succeededAt: null }), [{ at: 7, refunds: -500 }])
})

test('an amount that turns out to be another replaces the first', () => {
  const changes = refundChanges(true, { amount: 500, succeededAt: 7 }, { amount: 300, succeededAt: 7 })
  assert.deepEqual(changes, [
    { at: 7, refunds: -500 },
    { at: 7, refunds: 300 },
  ])
})

test('money that could not be kept was never taken in: its way back is no refund', () => {
  assert.deepEqual(refundChanges(false, undefined, { amount: 500, succeededAt: 7 }), [])
})
