const wallClocks = new Map<string, Intl.DateTimeFormat>()

/** Made once for each zone: that takes longer than to read the clock a thousand times. */
function wallClockOf(timeZone: string): Intl.DateTimeFormat {
  const known = wallClocks.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  wallClocks.set(timeZone, made)
  return made
}

/** The offset of a time zone at a moment, in milliseconds. */
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
 * The first moment of a day ('2026-11-15') in a time zone. Where clocks are put forward at midnight that is later than
 * midnight, and where they are put back the earlier of the two.
 */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The offset changes at most once within a day of it: the moment is right by one of both.
  const offsets = [offsetAt(midnight - dayMs, timeZone), offsetAt(midnight + dayMs, timeZone)]
  const moments = offsets.map(offset => midnight - offset)
  const inDay = moments.filter(moment => moment + offsetAt(moment, timeZone) >= midnight)
  return Math.min(...inDay)
}

export const dayMs = 86_400_000

/** The first moment after a day. */
export const endOfDay = (day: string, timeZone: string): number => startOfDay(dayAfter(day, 1), timeZone)

/** The day that is so many later, or earlier. */
export const dayAfter = (day: string, count: number): string =>
  writtenDay(Date.parse(`${day}T00:00:00Z`) + count * dayMs)

/** Which day a moment belongs to. */
export const dayAt = (moment: number, timeZone: string): string =>
  writtenDay(moment + offsetAt(moment, timeZone))

/** The day of a moment whose clock is that of Greenwich. */
const writtenDay = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
