import { Refusal } from '#domain/refusal.ts'

/** Lets a few do their work at once; some wait for their turn, and the rest are told to come back. */
export class Turns {
  readonly #atOnce: number
  readonly #maxWaiting: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(atOnce: number, maxWaiting: number) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++
      return
    }
    if (this.#waiting.length >= this.#maxWaiting) {
      throw new Refusal('overloaded', 'Many pictures are arriving right now. Please try again in a moment.', {
        retryAfter: 5,
      })
    }
    await new Promise<void>(resolve => this.#waiting.push(resolve))
  }
}
