import { ask } from '../processes.ts'
import type { LoadResult, LoadTask } from './child.ts'

/** The load comes from a second process, so that it does not compete for the event loop of what is measured. */
export const load = (task: LoadTask): Promise<LoadResult> => ask<LoadResult>('load/child.ts', task)

/** What was no success, as a sentence; undefined when everything was. */
export function faultsIn(results: readonly LoadResult[]): string | undefined {
  const sums = new Map<string, number>()
  for (const { others } of results)
    for (const [status, count] of Object.entries(others)) sums.set(status, (sums.get(status) ?? 0) + count)
  if (sums.size === 0) return undefined
  return [...sums].map(([status, count]) => `${count} × ${status}`).join(', ')
}
