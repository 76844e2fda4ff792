import { Refusal } from '#domain/refusal.ts'
import { wrapCalls } from '../observability/wrap-calls.ts'

/** Moments after the signal, in milliseconds. Ten seconds after the drain nothing of the process is left. */
export const momentsAfter = (drainMs: number) => ({
  /** Until then new visitors are served, and load balancers learn from the health that this is the end. */
  stopListening: Math.max(drainMs, 200),
  /** Partners that have not answered by then are not waited for. */
  abandon: drainMs + 5000,
  /** Connections on which something is still under way are cut. */
  cut: drainMs + 8000,
  /** How long the last part of a backup may take then. */
  lastBackup: 1000,
  exit: drainMs + 9500,
})

export type Moments = ReturnType<typeof momentsAfter>

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The end of the process: it is asked for once, whoever else repeats it, and then takes its course. */
export class Ending {
  readonly #asked = new AbortController()
  readonly #waiting = new Set<(error: Error) => void>()
  readonly #drainMs: number
  #work: ((moments: Moments) => Promise<void>) | undefined
  #isAbandoned = false
  #exitCode = 0

  constructor(drainMs = 0) {
    this.#drainMs = drainMs
  }

  /** A terminal or a service manager tells all processes of a group, and whoever started this one tells it again. */
  static bySignal(drainMs = 0): Ending {
    const ending = new Ending(drainMs)
    for (const signal of signals) process.on(signal, () => ending.ask())
    return ending
  }

  get asked(): AbortSignal {
    return this.#asked.signal
  }

  /** Whatever hangs, the process ends in time. While it starts, nothing is under way that could not be cut short. */
  ask(exitCode = 0): void {
    if (this.asked.aborted) return
    this.#exitCode = exitCode
    if (!this.#work) this.exit()
    // A shop that ends because something is wrong serves nobody meanwhile.
    const moments = momentsAfter(exitCode === 0 ? this.#drainMs : 0)
    setTimeout(() => this.#abandon(), moments.abandon).unref()
    setTimeout(() => this.exit(), moments.exit).unref()
    this.#asked.abort()
    void this.#work(moments).finally(() => this.exit())
  }

  /** What has to be done between the signal and the end. */
  whenAsked(work: (moments: Moments) => Promise<void>): void {
    this.#work = work
  }

  exit(): never {
    process.exit(this.#exitCode)
  }

  /** The same partner, but none of its calls outlasts the end. What became of one is then as open as after a lost answer. */
  bound<T extends object>(partner: T): T {
    return wrapCalls(partner, (_, call) => {
      const result = call()
      return result instanceof Promise ? this.#untilAbandoned(result) : result
    })
  }

  #untilAbandoned<T>(call: Promise<T>): Promise<T> {
    if (this.#isAbandoned) {
      call.catch(() => undefined)
      return Promise.reject(closing())
    }
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      call.then(resolve, reject).finally(() => this.#waiting.delete(reject))
    })
  }

  #abandon(): void {
    this.#isAbandoned = true
    for (const reject of this.#waiting) reject(closing())
  }
}

const closing = () =>
  new Refusal('unavailable', 'The shop is closing right now. Please try again in a moment.', {
    retryAfter: 5,
  })
