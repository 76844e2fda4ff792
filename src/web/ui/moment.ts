import { months } from '#domain/date-words.ts'

// Formatted by hand, because a phone needs longer to load Intl's formatter than to render the page around it.

/** 'Nov 7', in the reader's time zone. */
export const dayOf = (at: Date): string => `${months[at.getMonth()]} ${at.getDate()}`

/** '3:04 PM', with a space that does not wrap. */
export function timeOf(at: Date): string {
  const [hours, minutes] = [at.getHours(), String(at.getMinutes()).padStart(2, '0')]
  return `${hours % 12 || 12}:${minutes}\u00a0${hours < 12 ? 'AM' : 'PM'}`
}

/** 'Nov 7, 2026, 3:04 PM' */
export const momentOf = (at: Date): string => `${dayOf(at)}, ${at.getFullYear()}, ${timeOf(at)}`
