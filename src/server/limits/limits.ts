import { queues } from '../queues/queues.ts'

/** How much of a visitor the shop puts up with. */
export interface Limits {
  /** Requests that are worked on at once. */
  work: number
  /** Connections of one address. */
  connections: number
  /** Bodies of one address that are still arriving. */
  bodies: number
  /** How long a connection may be silent. */
  silenceMs: number
  /** How long a request may take to arrive. */
  arrivalMs: number
  /** So long a body may take its time; from then on it has to have come at the least rate, since its beginning. */
  graceMs: number
  leastBytesPerSecond: number
}

/** A whole office, or a program that tries the shop out, may come from one address. */
export const usualLimits: Limits = {
  work: queues.work.atOnce,
  connections: 2000,
  bodies: 1000,
  silenceMs: 30_000,
  // Ten megabytes of picture over a slow line need their time.
  arrivalMs: 60_000,
  graceMs: 10_000,
  // An old telephone manages eight times as much.
  leastBytesPerSecond: 4096,
}
