import type { Refusal } from '#domain/refusal.ts'

interface Limits {
  atOnce: number
  maxWaiting: number
  /** What those are told for whom there is no room. */
  whenFull: () => Refusal
}

/** For work that takes a core and much memory: a few run at once, some wait, and the rest are told to come back. */
export class BoundedQueue {
  readonly #limits: Limits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#waitForTurn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #waitForTurn(): Promise<void> {
    const { atOnce, maxWaiting, whenFull } = this.#limits
    if (this.#running < atOnce) {
      this.#running++
      return
    }
    if (this.#waiting.length >= maxWaiting) throw whenFull()
    await new Promise<void>(resolve => this.#waiting.push(resolve))
  }
}
