import { dayOf } from './moment.ts'

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]

const midnightOf = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime()

/** '5 min ago', '3 h ago', 'yesterday', '4 days ago', and from a week on the day. */
export function agoOf(at: Date, now: Date): string {
  const passed = now.getTime() - at.getTime()
  const days = Math.round((midnightOf(now) - midnightOf(at)) / dayMs)
  if (passed < minuteMs) return 'just now'
  if (passed < hourMs) return `${Math.floor(passed / minuteMs)} min ago`
  if (days < 1 || passed < 6 * hourMs) return `${Math.floor(passed / hourMs)} h ago`
  if (days < 7) return days === 1 ? 'yesterday' : `${days} days ago`
  return at.getFullYear() === now.getFullYear() ? dayOf(at) : `${dayOf(at)}, ${at.getFullYear()}`
}
