import type { Tally } from './scenario.ts'

/** One call to the shop at this address; false if the connection broke. */
export type Call = (url: string) => Promise<boolean>

/** Visitors who call repeatedly, and a count of their results. */
export class Visits {
  readonly #tally: Tally
  #answered = 0
  #broken = 0
  #longestMs = 0

  constructor(tally: Tally) {
    this.#tally = tally
  }

  /** Repeats every call in parallel until the work is done. */
  async during(url: string, calls: readonly Call[], work: () => Promise<void>): Promise<void> {
    let isOver = false
    const visitors = calls.map(async call => {
      for (let brokenInARow = 0; !isOver; ) {
        const begun = performance.now()
        const isAnswered = await call(url)
        this.#longestMs = Math.max(this.#longestMs, performance.now() - begun)
        brokenInARow = isAnswered ? 0 : brokenInARow + 1
        if (isAnswered) this.#answered++
        else this.#broken++
        this.#tally.expect(brokenInARow < 2, 'a visitor failed twice in a row')
      }
    })
    await work().finally(() => {
      isOver = true
    })
    await Promise.all(visitors)
  }

  get summary(): string {
    return `${this.#answered} calls answered, ${this.#broken} made again, the longest took ${Math.round(this.#longestMs)} ms`
  }
}

/** Reads a path; any answer but 200 is wrong. */
export const reader =
  (path: string, tally: Tally): Call =>
  async url => {
    try {
      const answer = await fetch(url + path)
      await answer.arrayBuffer()
      tally.expect(answer.status === 200, `${path} was answered with ${answer.status}`)
      return true
    } catch {
      return false
    }
  }
