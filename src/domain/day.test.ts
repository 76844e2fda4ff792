import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayAfter, dayAt, endOfDay, isTimeZone, startOfDay } from './day.ts'

const startIn = (day: string, timeZone: string) => new Date(startOfDay(day, timeZone)).toISOString()

test('a day begins at midnight of its time zone', () => {
  assert.equal(startIn('2026-11-15', 'UTC'), '2026-11-15T00:00:00.000Z')
  assert.equal(startIn('2026-11-15', 'Europe/Berlin'), '2026-11-14T23:00:00.000Z')
  assert.equal(startIn('2026-07-15', 'Europe/Berlin'), '2026-07-14T22:00:00.000Z')
  assert.equal(startIn('2026-11-15', 'America/New_York'), '2026-11-15T05:00:00.000Z')
  assert.equal(startIn('2026-11-15', 'Asia/Manila'), '2026-11-14T16:00:00.000Z')
  assert.equal(startIn('2026-11-15', 'Pacific/Kiritimati'), '2026-11-14T10:00:00.000Z')
  assert.equal(startIn('2026-11-15', 'Asia/Kathmandu'), '2026-11-14T18:15:00.000Z')
})

test('on the days when clocks are changed, too', () => {
  assert.equal(startIn('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(startIn('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(startIn('2026-10-25', 'Europe/Berlin'), '2026-10-24T22:00:00.000Z')
  assert.equal(startIn('2026-10-26', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z')
  // In Cairo there is no midnight on that day: it begins at one o'clock, which is 22:00 in Greenwich.
  assert.equal(startIn('2026-04-24', 'Africa/Cairo'), '2026-04-23T22:00:00.000Z')
  // In Santiago 23:00 to 24:00 comes twice on the evening before; the day begins after the second time.
  assert.equal(startIn('2026-04-05', 'America/Santiago'), '2026-04-05T04:00:00.000Z')
})

test('a day ends where the next one begins', () => {
  assert.equal(endOfDay('2026-12-31', 'Asia/Manila'), startOfDay('2027-01-01', 'Asia/Manila'))
  assert.equal(endOfDay('2028-02-28', 'UTC'), Date.parse('2028-02-29T00:00:00Z'))
})

test('a moment belongs to the day of its time zone', () => {
  const moment = Date.parse('2026-11-15T18:30:00Z')
  const dayIn = (timeZone: string) => dayAt(moment, timeZone)
  assert.deepEqual(
    ['UTC', 'Asia/Kathmandu', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Kiritimati'].map(dayIn),
    ['2026-11-15', '2026-11-16', '2026-11-16', '2026-11-15', '2026-11-16'],
  )
})

test('days are counted by the calendar', () => {
  assert.equal(dayAfter('2028-02-28', 1), '2028-02-29')
  assert.equal(dayAfter('2027-01-01', -1), '2026-12-31')
  assert.equal(dayAfter('2026-11-15', 0), '2026-11-15')
})

test('a time zone is one that the machine knows', () => {
  assert.deepEqual(['UTC', 'Europe/Berlin', 'Mars/Base', ''].map(isTimeZone), [true, true, false, false])
})
