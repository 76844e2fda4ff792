/** The offset of a time zone at a moment, in milliseconds. */
function offsetAt(moment: number, timeZone: string): number {
  const wallClock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const parts = new Map(wallClock.formatToParts(moment).map(({ type, value }) => [type, Number(value)]))
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

const dayMs = 86_400_000

/** The first moment after a day. */
export function endOfDay(day: string, timeZone: string): number {
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
  return startOfDay(next, timeZone)
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
