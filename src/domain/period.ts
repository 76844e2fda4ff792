import { dayAfter, dayAt, startOfDay } from './day.ts'

/** The choices of the dashboard, in days: today, a week, a month, a year. */
export const periodLengths = [1, 7, 30, 365] as const

export type PeriodLength = (typeof periodLengths)[number]

export const usualLength: PeriodLength = 30

/** Parses the URL parameter; undefined if it is not one of the choices. */
export const lengthIn = (text: string | null): PeriodLength | undefined =>
  periodLengths.find(length => String(length) === text)

/** `until` is exclusive. */
export interface TimeRange {
  from: number
  until: number
}

/** A day in the shop's time zone. */
interface ShopDay extends TimeRange {
  date: string
}

/** Days up to today, oldest first. */
export interface Period extends TimeRange {
  days: ShopDay[]
  /** The same number of days before, cut off at the same point: half of today is not compared with a whole day. */
  previous: ShopDay[]
}

const hourMs = 3_600_000

export function periodOf(length: PeriodLength, now: number, timeZone: string): Period {
  const today = dayAt(now, timeZone)
  const days = daysFrom(dayAfter(today, 1 - length), length, timeZone)
  const before = daysFrom(dayAfter(today, 1 - 2 * length), length, timeZone)
  const [from, until, previousFrom] = [startOf(days), endOf(days), startOf(before)]
  // Rounded to the hour, so that the comparison does not change on every reload.
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
