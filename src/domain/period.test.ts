import assert from 'node:assert/strict'
import { test } from 'vitest'
import { dayAt, dayMs, endOfDay, startOfDay } from './day.ts'
import { periodLengths, periodOf, stretchesOf } from './period.ts'

const iso = (moment: number) => new Date(moment).toISOString()
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
]

test('a period is so many days up to today, and as many before them', () => {
  const now = Date.parse('2026-11-16T10:00:00Z')
  const { days, previousFrom, from, until } = periodOf(7, now, 'Europe/Berlin')
  assert.deepEqual([days.length, days[0], days[6]], [7, '2026-11-10', '2026-11-16'])
  assert.deepEqual([previousFrom, from, until].map(iso), [
    '2026-11-02T23:00:00.000Z',
    '2026-11-09T23:00:00.000Z',
    '2026-11-16T23:00:00.000Z',
  ])
  const today = periodOf(1, now, 'Asia/Manila')
  assert.deepEqual(today.days, ['2026-11-16'])
  assert.deepEqual([today.from - today.previousFrom, today.until - today.from], [dayMs, dayMs])
})

test('on the days when clocks are changed it has an hour more or less', () => {
  const autumn = periodOf(1, Date.parse('2026-10-25T12:00:00Z'), 'Europe/Berlin')
  assert.equal(autumn.until - autumn.from, dayMs + 3_600_000)
  const spring = periodOf(1, Date.parse('2026-03-29T12:00:00Z'), 'Europe/Berlin')
  assert.equal(spring.until - spring.from, dayMs - 3_600_000)
})

test('the days of a year follow each other without a gap, in every time zone', () => {
  for (const zone of zones)
    for (const length of periodLengths) {
      const { days, from, until } = periodOf(length, Date.parse('2026-11-16T10:00:00Z'), zone)
      assert.equal(startOfDay(days[0] ?? '', zone), from)
      assert.equal(endOfDay(days.at(-1) ?? '', zone), until)
      assert.equal(new Set(days).size, length)
    }
})

test('between two changes of the clocks, days are counted by the offset', () => {
  const from = startOfDay('2026-01-01', 'Europe/Berlin')
  const until = startOfDay('2027-01-01', 'Europe/Berlin')
  assert.deepEqual(
    stretchesOf(from, until, 'Europe/Berlin').map(stretch => [
      iso(stretch.from),
      iso(stretch.until),
      stretch.offset / 3_600_000,
    ]),
    [
      ['2025-12-31T23:00:00.000Z', '2026-03-29T01:00:00.000Z', 1],
      ['2026-03-29T01:00:00.000Z', '2026-10-25T01:00:00.000Z', 2],
      ['2026-10-25T01:00:00.000Z', '2026-12-31T23:00:00.000Z', 1],
    ],
  )
})

/** Fails with steps of a quarter of a year: neither change is seen. */
test('clocks that are put back for a month and forward again are changed twice', () => {
  const [from, until] = [
    startOfDay('2026-02-01', 'Africa/Casablanca'),
    startOfDay('2026-04-15', 'Africa/Casablanca'),
  ]
  assert.deepEqual(
    stretchesOf(from, until, 'Africa/Casablanca').map(({ offset }) => offset / 3_600_000),
    [1, 0, 1],
  )
})

test('every quarter of an hour of two years is in the day that the offset of its stretch says', () => {
  for (const zone of zones) {
    const [from, until] = [startOfDay('2025-01-01', zone), startOfDay('2027-01-01', zone)]
    let at = from
    for (const stretch of stretchesOf(from, until, zone)) {
      assert.equal(stretch.from, at)
      at = stretch.until
      // A quarter of an hour earlier each day: all of them take too long.
      for (let moment = stretch.from; moment < stretch.until; moment += dayMs - 900_000)
        assert.equal(iso(moment + stretch.offset).slice(0, 10), dayAt(moment, zone), `${zone} ${iso(moment)}`)
    }
    assert.equal(at, until)
  }
})
