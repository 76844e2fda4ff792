import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayMs, endOfDay, startOfDay } from './day.ts'
import { periodLengths, periodOf } from './period.ts'

const iso = (moment: number) => new Date(moment).toISOString()
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
]

test('a period has the requested days up to today, and as many before them', () => {
  const now = Date.parse('2026-11-16T10:00:00Z')
  const { days, previous, from, until } = periodOf(7, now, 'Europe/Berlin')
  assert.deepEqual([days.length, days[0]?.date, days[6]?.date], [7, '2026-11-10', '2026-11-16'])
  assert.deepEqual([previous[0]?.from ?? 0, previous.at(-1)?.until ?? 0, from, until].map(iso), [
    '2026-11-02T23:00:00.000Z',
    '2026-11-09T10:00:00.000Z',
    '2026-11-09T23:00:00.000Z',
    '2026-11-16T23:00:00.000Z',
  ])
  const today = periodOf(1, now, 'Asia/Manila')
  assert.deepEqual(
    today.days.map(({ date }) => date),
    ['2026-11-16'],
  )
  assert.deepEqual([today.from - (today.previous[0]?.from ?? 0), today.until - today.from], [dayMs, dayMs])
})

test('a period is an hour longer or shorter when daylight saving time changes', () => {
  const autumn = periodOf(1, Date.parse('2026-10-25T12:00:00Z'), 'Europe/Berlin')
  assert.equal(autumn.until - autumn.from, dayMs + 3_600_000)
  const spring = periodOf(1, Date.parse('2026-03-29T12:00:00Z'), 'Europe/Berlin')
  assert.equal(spring.until - spring.from, dayMs - 3_600_000)
})

test('the days of a year have no gaps in any time zone', () => {
  for (const zone of zones)
    for (const length of periodLengths) {
      const { days, from, until } = periodOf(length, Date.parse('2026-11-16T10:00:00Z'), zone)
      assert.deepEqual([days[0]?.from, days.at(-1)?.until, days.length], [from, until, length])
      for (const [index, day] of days.entries()) {
        assert.deepEqual([startOfDay(day.date, zone), endOfDay(day.date, zone)], [day.from, day.until])
        if (index > 0) assert.equal(day.from, days[index - 1]?.until)
        // Refunds are summed by quarter hours (server/store/sales.ts).
        assert.equal(day.from % 900_000, 0)
      }
    }
})
