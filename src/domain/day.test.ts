import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayAfter, dayAt, endOfDay, isTimeZone, startOfDay } from './day.ts'

const startIso = (day: string, timeZone: string) => new Date(startOfDay(day, timeZone)).toISOString()

test('a day starts at midnight in its time zone', () => {
  assert.equal(startIso('2026-11-15', 'UTC'), '2026-11-15T00:00:00.000Z')
  assert.equal(startIso('2026-11-15', 'Europe/Berlin'), '2026-11-14T23:00:00.000Z')
  assert.equal(startIso('2026-07-15', 'Europe/Berlin'), '2026-07-14T22:00:00.000Z')
  assert.equal(startIso('2026-11-15', 'America/New_York'), '2026-11-15T05:00:00.000Z')
  assert.equal(startIso('2026-11-15', 'Asia/Manila'), '2026-11-14T16:00:00.000Z')
  assert.equal(startIso('2026-11-15', 'Pacific/Kiritimati'), '2026-11-14T10:00:00.000Z')
  assert.equal(startIso('2026-11-15', 'Asia/Kathmandu'), '2026-11-14T18:15:00.000Z')
})

test('a day starts correctly when daylight saving time begins or ends', () => {
  assert.equal(startIso('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(startIso('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(startIso('2026-10-25', 'Europe/Berlin'), '2026-10-24T22:00:00.000Z')
  assert.equal(startIso('2026-10-26', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z')
  // Cairo has no midnight on that day: it starts at 01:00, which is 22:00 UTC.
  assert.equal(startIso('2026-04-24', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  // In Santiago the hour from 23:00 occurs twice on the evening before; the day starts after the second one.
  assert.equal(startIso('2026-04-05', 'America/Santiago'), '2026-04-05T04:00:00.000Z')
})

test('a day ends when the next one starts', () => {
  assert.equal(endOfDay('2026-12-31', 'Asia/Manila'), startOfDay('2027-01-01', 'Asia/Manila'))
  assert.equal(endOfDay('2028-02-28', 'UTC'), Date.parse('2028-02-29T00:00:00Z'))
})

test('the date of a timestamp depends on the time zone', () => {
  const moment = Date.parse('2026-11-15T18:30:00Z')
  const dayIn = (timeZone: string) => dayAt(moment, timeZone)
  assert.deepEqual(
    ['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'].map(dayIn),
    ['2026-11-15', '2026-11-16', '2026-11-16', '2026-11-15', '2026-11-16'],
  )
})

test('adding days follows the calendar', () => {
  assert.equal(dayAfter('2028-02-28', 1), '2028-02-29')
  assert.equal(dayAfter('2027-01-01', -1), '2026-12-31')
  assert.equal(dayAfter('2026-11-15', 0), '2026-11-15')
})

test('only time zones that the runtime supports are valid', () => {
  assert.deepEqual(['UTC', 'Europe/Berlin', 'Mars/Base', ''].map(isTimeZone), [true, true, false, false])
})
