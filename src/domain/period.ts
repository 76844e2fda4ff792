import { dayAfter, dayAt, dayMs, offsetAt, startOfDay } from './day.ts'

/** So many days an owner looks back: today alone, a week, a month, a year. */
export const periodLengths = [1, 7, 30, 365] as const

export type PeriodLength = (typeof periodLengths)[number]

export const usualLength: PeriodLength = 30

/** Such a length as it stands in an address; undefined when it is none. */
export const lengthIn = (text: string | null): PeriodLength | undefined =>
  periodLengths.find(length => String(length) === text)

/** Days of the shop up to today, and as many before them. */
export interface Period {
  /** Every one of them, the oldest first. */
  days: string[]
  previousFrom: number
  /** As far into the days before as now is into these: a morning is not held against a whole day. */
  previousUntil: number
  from: number
  until: number
}

const hourMs = 3_600_000

export function periodOf(length: PeriodLength, now: number, timeZone: string): Period {
  const today = dayAt(now, timeZone)
  const first = dayAfter(today, 1 - length)
  const from = startOfDay(first, timeZone)
  const previousFrom = startOfDay(dayAfter(first, -length), timeZone)
  // Sales are kept in pieces of at most an hour.
  const soFar = Math.round((now - from) / hourMs) * hourMs
  return {
    days: Array.from({ length }, (_, index) => dayAfter(first, index)),
    previousFrom,
    previousUntil: Math.min(previousFrom + soFar, from),
    from,
    until: startOfDay(dayAfter(today, 1), timeZone),
  }
}

/** A stretch of time in which the clocks of a zone are not changed: its days follow from its offset by counting. */
export interface Stretch {
  from: number
  until: number
  offset: number
}

/** Nowhere are clocks changed twice within so little; the shortest known is Morocco's month of Ramadan. */
const stepMs = 21 * dayMs

export function stretchesOf(from: number, until: number, timeZone: string): Stretch[] {
  const stretches: Stretch[] = []
  let current: Stretch = { from, until, offset: offsetAt(from, timeZone) }
  for (let at = from; at < until; at += stepMs) {
    const next = Math.min(at + stepMs, until)
    const offset = offsetAt(next, timeZone)
    if (offset === current.offset) continue
    const change = changeBetween(at, next, timeZone)
    stretches.push({ ...current, until: change })
    current = { from: change, until, offset }
  }
  return [...stretches, current].filter(stretch => stretch.from < stretch.until)
}

const minuteMs = 60_000

/** The first minute with the offset of the end. */
function changeBetween(from: number, until: number, timeZone: string): number {
  const after = offsetAt(until, timeZone)
  let [before, then] = [from, until]
  while (then - before > minuteMs) {
    const middle = before + Math.ceil((then - before) / 2 / minuteMs) * minuteMs
    if (offsetAt(middle, timeZone) === after) then = middle
    else before = middle
  }
  return then
}
