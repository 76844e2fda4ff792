import type { SalesDay } from '#contract/insights.ts'
import { type Minor, majorOf, minorOf } from '#domain/money.ts'

/** A bar of the chart and a row of its data: one day or one month. */
export interface Bar extends Omit<SalesDay, 'date'> {
  from: string
  to: string
}

/** More bars would be too thin to read, so longer periods are grouped by month. */
const maxBars = 60

export function barsOf(days: readonly SalesDay[]): Bar[] {
  const monthOf = ({ date }: SalesDay) => date.slice(0, 7)
  const groups = days.length > maxBars ? [...Map.groupBy(days, monthOf).values()] : days.map(day => [day])
  return groups.map(barOf)
}

function barOf(days: readonly SalesDay[]): Bar {
  const minor = (figure: (day: SalesDay) => number): Minor =>
    days.reduce((sum, day) => sum + (minorOf(figure(day)) ?? 0), 0)
  const count = (figure: (day: SalesDay) => number) => days.reduce((sum, day) => sum + figure(day), 0)
  return {
    from: days[0]?.date ?? '',
    to: days.at(-1)?.date ?? '',
    takings: majorOf(minor(day => day.takings)),
    refunds: majorOf(minor(day => day.refunds)),
    disputes: majorOf(minor(day => day.disputes)),
    orders: count(day => day.orders),
    units: count(day => day.units),
  }
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })

/** 'Nov 2026' for '2026-11'. */
export const monthLabel = (month: string): string => monthFormat.format(new Date(month))

/** 'Nov 3', or 'Nov 2026' for a bar of more than one day. */
export function labelOf({ from, to }: Bar): string {
  return (from === to ? dayFormat : monthFormat).format(new Date(from))
}
