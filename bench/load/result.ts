import type { Sent } from '../send.ts'

export interface LoadTask {
  url: string
  connections: number
  /** Sent in turn, repeatedly. */
  requests: Sent[]
  until: { seconds: number } | { answers: number }
}

export interface LoadResult {
  /** The number of successful answers. */
  answers: number
  seconds: number
  p99Ms: number
  /** The share of one core that the client used. */
  loadShare: number
  /** How often each kind of failure occurred. */
  faults: Record<string, number>
}

/** The failures as text; undefined if there are none. */
export function faultsIn(results: readonly Pick<LoadResult, 'faults'>[]): string | undefined {
  const sums = new Map<string, number>()
  for (const { faults } of results)
    for (const [fault, count] of Object.entries(faults)) sums.set(fault, (sums.get(fault) ?? 0) + count)
  if (sums.size === 0) return undefined
  return [...sums].map(([fault, count]) => `${count} × ${fault}`).join(', ')
}
