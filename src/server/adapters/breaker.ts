/** How many calls in a row have to fail before the others are spared the waiting, and for how long. */
export interface BreakerLimits {
  failures: number
  pauseMs: number
}

/**
 * Stops asking somebody who does not answer: after some failures in a row every call fails at once, until a pause is
 * over. Then one call tries, and its outcome decides for all.
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

  /** Whether a call may be made now. Who is let in after a pause makes the others wait for one more. */
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
