import { queues } from '../queues/queues.ts'

/** The limits on what visitors may use. */
export interface Limits {
  /** Requests that are processed simultaneously. */
  work: number
  /** Connections per IP address. */
  connections: number
  /** Incomplete request bodies per IP address. */
  bodies: number
  /** How long a connection may be idle. */
  silenceMs: number
  /** How long a request may take to arrive. */
  arrivalMs: number
  /** The same for a video, which is stored while it arrives. */
  storedArrivalMs: number
  /** How long a body may be slower than the minimum rate, which is then measured from its beginning. */
  graceMs: number
  leastBytesPerSecond: number
}

/** An entire office or a load test may share one IP address. */
export const usualLimits: Limits = {
  work: queues.work.atOnce,
  connections: 2000,
  bodies: 1000,
  silenceMs: 30_000,
  // A picture of ten megabytes takes time on a slow line.
  arrivalMs: 60_000,
  // Thirty megabytes on a line that sends half a megabit a second.
  storedArrivalMs: 600_000,
  graceMs: 10_000,
  // An old phone is eight times as fast.
  leastBytesPerSecond: 4096,
}
