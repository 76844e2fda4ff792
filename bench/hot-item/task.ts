import type { Customer, Good } from '../prepare.ts'

export const buyers = 10_000
export const units = 1000

/** Everybody wants the same item at the same moment. */
export interface HotTask {
  url: string
  customers: Customer[]
  good: Good
  /** Into how many rows its stock is split; 1 is the shop's own way. */
  buckets: number
  connections: number
  /** How long a commit is confirmed later than the disk does it, as by a standby that is far away. */
  confirmMs: number
}

/** Times in milliseconds, one for each buyer. */
export interface HotResult {
  /** From the first buyer's coming to the last unit's going. */
  soldOutSeconds: number
  /** What an order took, from its beginning to its commit; buyers before that wait for a connection. */
  soldMs: number[]
  /** Of the first ones who came too late. */
  refusedMs: number[]
}
