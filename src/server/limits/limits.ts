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
}

/** A whole office, or a program that tries the shop out, may come from one address. */
export const usualLimits: Limits = {
  work: 1000,
  connections: 2000,
  bodies: 1000,
  silenceMs: 30_000,
  // Ten megabytes of picture over a slow line need their time.
  arrivalMs: 60_000,
}
