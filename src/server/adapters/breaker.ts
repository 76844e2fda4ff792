/** How many calls in a row must fail before the breaker opens, and for how long it stays open. */
export interface BreakerLimits {
  failures: number
  pauseMs: number
}

/**
 * A circuit breaker: after some failures in a row every call fails immediately, until a pause is over. Then one call is
 * tried, and its outcome decides.
 */
export class Breaker {
  readonly #limits: BreakerLimits
  readonly #now: () => number
  #failures = 0
  #closedUntil = 0

  constructor(limits: BreakerLimits, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Whether a call may be made now. The call that is allowed after a pause blocks the others for one more pause. */
  enter(): boolean {
    if (this.#failures < this.#limits.failures) return true
    if (this.#now() < this.#closedUntil) return false
    this.#closedUntil = this.#now() + this.#limits.pauseMs
    return true
  }

  succeeded(): void {
    this.#failures = 0
  }

  failed(): void {
    this.#failures++
    this.#closedUntil = this.#now() + this.#limits.pauseMs
  }
}
