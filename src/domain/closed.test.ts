import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'vitest'
import { type Closed, closedSentence, dayOverRefusal, isClosed, shopClosed } from './closed.ts'
import { dateOf } from './date-words.ts'
import { dayAt, endOfDay } from './day.ts'

const until = (day: string, text = 'On holiday'): Closed => ({ text, until: day })

const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'Asia/Kathmandu', 'America/Los_Angeles', 'Africa/Cairo')
const moment = fc.integer({ min: Date.parse('2020-01-02'), max: Date.parse('2060-01-01') })
const closed = moment.map(at => until(dayAt(at, 'UTC')))

/** Fails if the day ends by another clock than the shop's, or an hour early when clocks change. */
test('a shop is closed exactly while its date is not after the chosen day', () => {
  fc.assert(
    fc.property(closed, moment, zone, (closed, now, timeZone) => {
      assert.equal(isClosed(closed, now, timeZone), dayAt(now, timeZone) <= closed.until)
      const end = endOfDay(closed.until, timeZone)
      assert.deepEqual([isClosed(closed, end - 1, timeZone), isClosed(closed, end, timeZone)], [true, false])
      assert.equal(isClosed(null, now, timeZone), false)
    }),
  )
})

test('the refusal names the first day with orders', () => {
  const { code, message, extras } = shopClosed(until('2027-12-31'))
  assert.deepEqual([code, extras.facts], ['shop_closed', { until: '2027-12-31' }])
  assert.equal(message, 'The shop is closed at the moment. You can order again from Jan 1, 2028.')
  assert.equal(message, closedSentence(until('2027-12-31')))
  assert.equal(dateOf('2026-08-02'), 'Aug 2, 2026')
})

test('a shop cannot be closed until a day that is over', () => {
  const now = Date.parse('2026-08-02T21:30:00Z')
  const refusedAt = (before: Closed | null, after: Closed | null, timeZone = 'UTC') =>
    dayOverRefusal(before, after, now, timeZone)?.extras.fields
  const over = { 'content.closed.until': 'This day is over. Choose today or a later day.' }
  assert.deepEqual(refusedAt(null, until('2026-08-01')), over)
  assert.deepEqual(refusedAt(until('2026-08-01'), until('2026-08-01', 'Another text')), over)
  assert.equal(refusedAt(null, until('2026-08-02')), undefined)
  assert.equal(refusedAt(until('2026-08-01'), until('2026-08-01')), undefined, 'it was saved before')
  assert.equal(refusedAt(until('2026-08-01'), null), undefined)
  assert.deepEqual(refusedAt(null, until('2026-08-02'), 'Asia/Kathmandu'), over, 'it is August 3 there')
})
