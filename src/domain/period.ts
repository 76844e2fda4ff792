import { dayAfter, dayAt, startOfDay } from './day.ts'

/** So many days an owner looks back: today alone, a week, a month, a year. */
export const periodLengths = [1, 7, 30, 365] as const

export type PeriodLength = (typeof periodLengths)[number]

export const usualLength: PeriodLength = 30

/** Such a length as it stands in an address; undefined when it is none. */
export const lengthIn = (text: string | null): PeriodLength | undefined =>
  periodLengths.find(length => String(length) === text)

/** From one moment up to another, which is not in it. */
export interface TimeRange {
  from: number
  until: number
}

/** A day of the shop, in its time zone. */
interface ShopDay extends TimeRange {
  date: string
}

/** Days of the shop up to today, the oldest first. */
export interface Period extends TimeRange {
  days: ShopDay[]
  /** As many days before, as far into them as now is into these: a morning is not compared with a whole day. */
  previous: ShopDay[]
}

const hourMs = 3_600_000

export function periodOf(length: PeriodLength, now: number, timeZone: string): Period {
  const today = dayAt(now, timeZone)
  const days = daysFrom(dayAfter(today, 1 - length), length, timeZone)
  const before = daysFrom(dayAfter(today, 1 - 2 * length), length, timeZone)
  const [from, until, previousFrom] = [startOf(days), endOf(days), startOf(before)]
  // To the hour, so that the comparison does not flicker.
  const soFar = previousFrom + Math.round((now - from) / hourMs) * hourMs
  const previous = before
    .map(day => ({ ...day, until: Math.min(day.until, soFar) }))
    .filter(day => day.from < day.until)
  return { days, from, until, previous }
}

const startOf = (days: readonly ShopDay[]): number => days[0]?.from ?? 0

const endOf = (days: readonly ShopDay[]): number => days.at(-1)?.until ?? 0

function daysFrom(first: string, length: number, timeZone: string): ShopDay[] {
  let until = startOfDay(first, timeZone)
  return Array.from({ length }, (_, index) => {
    const [date, from] = [dayAfter(first, index), until]
    until = startOfDay(dayAfter(first, index + 1), timeZone)
    return { date, from, until }
  })
}
