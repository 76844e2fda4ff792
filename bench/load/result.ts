import type { Sent } from '../send.ts'

export interface LoadTask {
  url: string
  connections: number
  /** Sent in turn, again and again. */
  requests: Sent[]
  /** Until so many seconds are over, or so many answers are there. */
  until: { seconds: number } | { answers: number }
}

export interface LoadResult {
  /** Only successes count. */
  answers: number
  seconds: number
  p99Ms: number
  /** What the load itself took of one core. */
  loadShare: number
  /** How often each answer came that was no success; empty when all is well. */
  faults: Record<string, number>
}

/** What was no success, as a sentence; undefined when everything was. */
export function faultsIn(results: readonly Pick<LoadResult, 'faults'>[]): string | undefined {
  const sums = new Map<string, number>()
  for (const { faults } of results)
    for (const [fault, count] of Object.entries(faults)) sums.set(fault, (sums.get(fault) ?? 0) + count)
  if (sums.size === 0) return undefined
  return [...sums].map(([fault, count]) => `${count} × ${fault}`).join(', ')
}
