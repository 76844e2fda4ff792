import { Refusal } from '#domain/refusal.ts'
import { wrapCalls } from '../observability/wrap-calls.ts'

/** Milliseconds after the signal. The process is gone ten seconds after the drain. */
export const deadlinesAfter = (drainMs: number) => ({
  /** New visitors are served until then: load balancers need time to see that the health check fails. */
  stopListening: Math.max(drainMs, 200),
  /** The shop stops waiting for providers. */
  abandon: drainMs + 5000,
  /** Connections with a request in progress are cut. */
  cut: drainMs + 8000,
  /** How long the last part of a backup may take after that. */
  lastBackup: 1000,
  exit: drainMs + 9500,
})

export type Deadlines = ReturnType<typeof deadlinesAfter>

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** The shutdown of the process. It begins once, however many signals arrive. */
export class Shutdown {
  readonly #begun = new AbortController()
  readonly #waiting = new Set<(error: Error) => void>()
  readonly #drainMs: number
  #work: ((deadlines: Deadlines) => Promise<void>) | undefined
  #isAbandoned = false
  #exitCode = 0

  constructor(drainMs = 0) {
    this.#drainMs = drainMs
  }

  static bySignal(drainMs = 0): Shutdown {
    const shutdown = new Shutdown(drainMs)
    for (const signal of signals) process.on(signal, () => shutdown.begin())
    return shutdown
  }

  get signal(): AbortSignal {
    return this.#begun.signal
  }

  /** The process exits in time, whatever hangs. While it is still starting it exits immediately. */
  begin(exitCode = 0): void {
    if (this.signal.aborted) return
    this.#exitCode = exitCode
    if (!this.#work) this.exit()
    // After a fault the shop does not serve visitors during a drain.
    const deadlines = deadlinesAfter(exitCode === 0 ? this.#drainMs : 0)
    setTimeout(() => this.#abandon(), deadlines.abandon).unref()
    setTimeout(() => this.exit(), deadlines.exit).unref()
    this.#begun.abort()
    void this.#work(deadlines).finally(() => this.exit())
  }

  /** Registers the work between the signal and the exit. */
  onBegin(work: (deadlines: Deadlines) => Promise<void>): void {
    this.#work = work
  }

  exit(): never {
    process.exit(this.#exitCode)
  }

  /** Wraps a provider. A call that would delay the exit fails, and its caller treats it as a lost answer. */
  bound<T extends object>(provider: T): T {
    return wrapCalls(provider, (_, call) => {
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
