import { AsyncLocalStorage } from 'node:async_hooks'
import { install } from '@sinonjs/fake-timers'

/** A part of the world, such as a shop until it crashes. Its timers end with it. */
export class Life {
  readonly name: string
  readonly ended: Promise<void>
  readonly #end: () => void
  #isOver = false

  constructor(name: string) {
    this.name = name
    const { promise, resolve } = Promise.withResolvers<void>()
    this.ended = promise
    this.#end = resolve
  }

  get isOver(): boolean {
    return this.#isOver
  }

  end(): void {
    this.#isOver = true
    this.#end()
  }

  /** Runs on behalf of this part. */
  run<T>(work: () => T): T {
    return lives.run(this, work)
  }
}

const lives = new AsyncLocalStorage<Life>()

/** The part on whose behalf this code runs. */
export const currentLife = (): Life | undefined => lives.getStore()

const realImmediate = setImmediate

/** When every world begins: a Monday morning. */
const firstMoment = Date.UTC(2026, 0, 5, 8)

const clock = install({
  now: firstMoment,
  toFake: [
    'Date',
    'setTimeout',
    'clearTimeout',
    'setInterval',
    'clearInterval',
    'setImmediate',
    'clearImmediate',
    'performance',
    'hrtime',
  ],
})

type Schedule = (work: (...given: unknown[]) => void, ...more: unknown[]) => unknown

for (const name of ['setTimeout', 'setInterval', 'setImmediate'] as const) {
  const schedule = globalThis[name] as unknown as Schedule
  const scheduleForLife: Schedule = (work, ...more) => {
    const life = lives.getStore()
    if (!life) return schedule(work, ...more)
    const runInLife = (...given: unknown[]) => {
      if (!life.isOver) life.run(() => work(...given))
    }
    return schedule(runInLife, ...more)
  }
  Object.defineProperty(globalThis, name, { value: scheduleForLife, configurable: true, writable: true })
}

/** The platform's own follows the real clock. */
AbortSignal.timeout = ms => {
  const ending = new AbortController()
  setTimeout(() => ending.abort(new DOMException('The operation timed out', 'TimeoutError')), ms)
  return ending.signal
}

/** Everything is done afterwards that needs only this thread. */
const turn = () => new Promise<void>(resolve => realImmediate(resolve))

/** For a new world: no timer is left, and it is the first moment again. */
export function restartClock(): void {
  clock.reset()
}

/** More than any shop needs within a millisecond. */
const mostTurns = 100_000

/** Lets time pass from timer to timer until something is so. */
export async function runUntil(isSo: () => boolean): Promise<void> {
  let turns = 0
  for (;;) {
    await turn()
    if (isSo()) return
    if (clock.countTimers() === 0) throw new Error('The world stands still: nobody waits for anything')
    const before = clock.now
    clock.next()
    turns = clock.now === before ? turns + 1 : 0
    if (turns > mostTurns) throw new Error('The world spins: something runs again and again without waiting')
  }
}

export const wait = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, Math.ceil(ms)))
