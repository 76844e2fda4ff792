/** How long an answer may be out of date. */
const staleMs = 900

/** From one look to the next: the next one is back before the last one is too old. */
const pauseMs = 600

/** What the database says of its state: as long as that is the same, nobody has committed anything. */
export type Look = () => Promise<string>

/**
 * Knows whether any other process may have changed something, by looking again and again while somebody wants to know.
 * Where the last look is too old, because none was answered in time, what is kept lives shortly instead.
 */
export class Looks {
  readonly #look: Look
  readonly #now: () => number
  #count = 0
  #seen: string | undefined
  #goodUntil = Number.NEGATIVE_INFINITY
  #isWanted = false
  #isLooking = false
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(look: Look, now = () => performance.now()) {
    this.#look = look
    this.#now = now
  }

  /** Only ever grows, and has grown whenever another process may have changed something. */
  version(): number {
    const now = this.#now()
    if (now >= this.#goodUntil) {
      this.#count++
      this.#goodUntil = now + staleMs
    }
    this.#isWanted = true
    if (!this.#isLooking && !this.#isClosed) void this.#lookAgain()
    return this.#count
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #lookAgain(): Promise<void> {
    this.#isLooking = true
    this.#isWanted = false
    const at = this.#now()
    await this.#look().then(
      seen => this.#note(seen, at),
      // Whoever reads is told what is wrong.
      () => undefined,
    )
    if (this.#isClosed) return
    this.#timer = setTimeout(() => {
      if (this.#isWanted) void this.#lookAgain()
      else this.#isLooking = false
    }, pauseMs).unref()
  }

  #note(seen: string, at: number): void {
    if (seen !== this.#seen) this.#count++
    this.#seen = seen
    this.#goodUntil = Math.max(this.#goodUntil, at + staleMs)
  }
}
