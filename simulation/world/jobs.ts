import type { Job } from '../../src/server/jobs/every.ts'
import type { Life } from './clock.ts'

/** An idle shop would spend most of a simulated day on jobs that find nothing, so they run less often while nothing happens. */
const longestPauseMs = 3_600_000
const growth = 4

/** These have work that is due at some minute, without a row that is written then. */
const punctual = ['reconcile payments', 'send outbox', 'release holds']
const longestPunctualMs = 1_800_000

/** The tables whose rows give work to a job. The others find theirs by the clock. */
const tables: Readonly<Record<string, readonly string[]>> = {
  'send outbox': ['outbox'],
  'reconcile payments': ['payments', 'refunds'],
  'index items': ['items'],
  'index orders': ['orders'],
  'notify restocked': ['items', 'stock_alerts'],
  'close accounts': ['users'],
  'finish erasures': ['erasures'],
}

/** Visitors notice at once when these are late, so each request finds them at most a minute old. */
const urgent = ['release holds']
const urgentMs = 60_000

interface Planned {
  job: Job
  pauseMs: number
  lastRun: number
  isRunning: boolean
  timer: NodeJS.Timeout | undefined
}

/**
 * The jobs of a shop, never the same one twice at once. After work has come in, a job runs at its own pace, and then with
 * growing pauses. What is due by the clock alone is found up to an hour late, payments, emails and holds up to half an hour.
 */
export class Jobs {
  readonly #life: Life
  readonly #planned: Planned[]
  readonly #stopped = new AbortController().signal

  constructor(jobs: readonly Job[], life: Life) {
    this.#life = life
    this.#planned = jobs.map(job => ({
      job,
      pauseMs: job.everyMs,
      lastRun: Date.now(),
      isRunning: false,
      timer: undefined,
    }))
    for (const one of this.#planned) this.#plan(one, one.job.firstMs)
  }

  /** A row of this table was written. What a job writes itself gives it no more work. */
  wrote(table: string): void {
    for (const one of this.#planned)
      if (!one.isRunning && tables[one.job.name]?.includes(table)) this.#wake(one)
  }

  /** A request is about to arrive. */
  requested(): void {
    for (const one of this.#planned)
      if (urgent.includes(one.job.name) && Date.now() - one.lastRun > urgentMs) this.#plan(one, 0)
  }

  #wake(one: Planned): void {
    const isAwake = one.pauseMs === one.job.everyMs
    one.pauseMs = one.job.everyMs
    if (!isAwake) this.#plan(one)
  }

  #plan(one: Planned, ms = one.pauseMs * (0.9 + 0.2 * Math.random())): void {
    if (one.isRunning) return
    clearTimeout(one.timer)
    one.timer = this.#life.run(() => setTimeout(() => void this.#run(one), ms))
  }

  async #run(one: Planned): Promise<void> {
    one.isRunning = true
    one.lastRun = Date.now()
    const isPunctual = punctual.includes(one.job.name)
    const longest = Math.max(isPunctual ? longestPunctualMs : longestPauseMs, one.job.everyMs)
    one.pauseMs = Math.min(one.pauseMs * growth, longest)
    await one.job.run(this.#stopped).catch(() => undefined)
    one.isRunning = false
    this.#plan(one)
  }
}
