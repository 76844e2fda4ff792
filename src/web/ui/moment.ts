const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

// Not by the browser's own formatter: to get it ready takes a telephone longer than to render what stands around it.

/** 'Nov 7', where the reader is. */
export const dayOf = (at: Date): string => `${months[at.getMonth()]} ${at.getDate()}`

/** '3:04 PM', which no end of a line takes apart. */
export function timeOf(at: Date): string {
  const [hours, minutes] = [at.getHours(), String(at.getMinutes()).padStart(2, '0')]
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}

/** 'Nov 7, 2026, 3:04 PM' */
export const momentOf = (at: Date): string => `${dayOf(at)}, ${at.getFullYear()}, ${timeOf(at)}`
