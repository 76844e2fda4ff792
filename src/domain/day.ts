const wallClocks = new Map<string, Intl.DateTimeFormat>()

/** Cached for each zone: creating a formatter takes longer than using it a thousand times. */
function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  const cached = wallClocks.get(timeZone)
  if (cached) return cached
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  wallClocks.set(timeZone, formatter)
  return formatter
}

/** The UTC offset of a time zone, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const parts = new Map(
    wallClockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  )
  return wall - Math.floor(moment / 1000) * 1000
}

/**
 * The start of a day ('2026-11-15') in a time zone. If clocks go forward at midnight, the day starts later than
 * midnight; if midnight occurs twice, it starts at the first.
 */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset changes at most once in these two days, so one of the two offsets is correct.
  const offsets = [offsetAt(midnight - dayMs, timeZone), offsetAt(midnight + dayMs, timeZone)]
  const moments = offsets.map(offset => midnight - offset)
  const inDay = moments.filter(moment => moment + offsetAt(moment, timeZone) >= midnight)
  return Math.min(...inDay)
}

export const dayMs = 86_400_000

/** Exclusive: the start of the next day. */
export const endOfDay = (day: string, timeZone: string): number => startOfDay(dayAfter(day, 1), timeZone)

/** A negative `count` goes back. */
export const dayAfter = (day: string, count: number): string =>
  utcDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs)

/** The date in a time zone. */
export const dayAt = (moment: number, timeZone: string): string => utcDay(moment + offsetAt(moment, timeZone))

/** The UTC date. */
const utcDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
