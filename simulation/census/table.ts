import type { Census } from './census.ts'
import { unreachedCalls } from './unreached.ts'

/** How often each deep state was reached in a hundred days, and which calls never succeeded. */
export function censusTable(census: Census, days: number): string {
  const rows = [...census.counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([what, times]) => `  ${what.padEnd(44)}${((times / days) * 100).toFixed(1).padStart(9)}`)
  return [
    `Per 100 days, of ${days.toFixed(0)} that were played:`,
    ...rows,
    `Calls that never succeeded: ${unreachedCalls(census).join(', ') || 'none'}`,
    ...census.confusions.slice(0, 10),
  ].join('\n')
}
