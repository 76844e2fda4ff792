import { LRUCache } from 'lru-cache'
import { isOutage } from '../db/faults.ts'
import type { Cached, CachedAnswer } from './cached-answer.ts'

/** Makes an answer. It may be the last one again, when nothing that it was made from has changed. */
export type Make = (last: CachedAnswer | undefined) => Promise<CachedAnswer>

/** The last answer that was good. */
interface Made {
  answer: CachedAnswer
  /** When it was begun. */
  at: number
  /** When it was last known to be what the shop would say. */
  goodAt: number
  /** How many withdrawals there had been when it was begun. */
  withdrawals: number
}

interface Entry {
  version: number
  kept: Promise<Cached>
  /** The last answer that was good. */
  last?: Made | undefined
  /** Whether the last answer is of this version. */
  isMade: boolean
  /** The next one is being made, while the last one is still given. */
  isRenewed: boolean
  /** When to look again although nothing has changed. */
  until: number
}

export interface CacheLimits {
  most: number
  bytes: number
  /** How old an answer may be that is given for want of a better one, while the database cannot be reached. */
  staleMs: number
  /**
   * How far an answer may lag behind the data. Whoever comes within that time after a change gets the last answer, and
   * the next one is made meanwhile, at most four times in that time: a shop that sells makes nobody wait for a page.
   */
  lagMs: number
  /**
   * Grows when something may have been taken from the public. What was made before is not given from then on, neither
   * within the lag nor for want of a better one.
   */
  withdrawals: () => number
}

/** All of them add up to 30 MB for the whole shop, with those before the router: see docs/decisions/004. */
const usualLimits: CacheLimits = {
  most: 500,
  bytes: 6 * 2 ** 20,
  staleMs: 0,
  lagMs: 0,
  withdrawals: () => 0,
}

/** How long an old answer is given before the database is asked again. */
const retryMs = 1000

/** Answers kept by name until the data they were made from changes. */
export class AnswerCache {
  readonly #version: (name: string) => number
  readonly #entries: LRUCache<string, Entry>
  readonly #staleMs: number
  readonly #lagMs: number
  readonly #withdrawals: () => number
  readonly #now: () => number

  constructor(
    version: (name: string) => number,
    limits: Partial<CacheLimits> = {},
    now: () => number = () => performance.now(),
  ) {
    const { most, bytes, staleMs, lagMs, withdrawals } = { ...usualLimits, ...limits }
    this.#version = version
    this.#entries = new LRUCache({ max: most, maxSize: bytes })
    this.#staleMs = staleMs
    this.#lagMs = lagMs
    this.#withdrawals = withdrawals
    this.#now = now
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  async get(name: string, make: Make): Promise<Cached> {
    const known = this.#entries.get(name)
    let version: number
    try {
      version = this.#version(name)
    } catch (error) {
      return this.#instead(name, known, error)
    }
    const now = this.#now()
    if (known?.version === version && now < known.until) {
      if (known.isMade) this.#isGood(name, known)
      return known.kept
    }
    const last = known?.last
    if (known && last && this.#isPublic(last) && now - last.goodAt < this.#lagMs) {
      if (this.#isDue(known, last)) void this.#renew(name, known, version, make)
      return { answer: last.answer, isCurrent: () => this.#mayBeGiven(name, known, last) }
    }
    const entry = this.#begin(name, version, make, this.#staleMs > 0 ? last : undefined)
    entry.kept = entry.kept.catch(error => this.#instead(name, entry, error))
    this.#put(name, entry)
    return entry.kept
  }

  #begin(name: string, version: number, make: Make, last: Entry['last']): Entry {
    const [at, withdrawals] = [this.#now(), this.#withdrawals()]
    const made = (answer: CachedAnswer): Made => ({ answer, at, goodAt: at, withdrawals })
    const entry: Entry = {
      version,
      kept: make(last?.answer).then(answer => this.#keep(name, entry, made(answer))),
      last,
      isMade: false,
      isRenewed: false,
      until: Number.POSITIVE_INFINITY,
    }
    return entry
  }

  #isDue(known: Entry, last: Made): boolean {
    return !known.isRenewed && this.#now() - last.at >= this.#lagMs / 4
  }

  /** An answer that lags is given until the next one is due or there; while that one is made, for as long as is allowed. */
  #mayBeGiven(name: string, known: Entry, last: Made): boolean {
    const isLatest = this.#entries.peek(name) === known && known.last === last
    return (
      isLatest && this.#isPublic(last) && !this.#isDue(known, last) && this.#now() - last.goodAt < this.#lagMs
    )
  }

  /** Takes the place of the known one when it is made. What goes wrong is told to those who come when that is too old. */
  async #renew(name: string, known: Entry, version: number, make: Make): Promise<void> {
    known.isRenewed = true
    const entry = this.#begin(name, version, make, known.last)
    try {
      await entry.kept
      this.#put(name, entry)
    } catch {
      known.isRenewed = false
    }
  }

  /** Anew also where it is there already: the cache weighs what is put into it only then. */
  #put(name: string, entry: Entry): void {
    this.#entries.delete(name)
    this.#entries.set(name, entry, { size: name.length + (entry.last?.answer.bytes ?? 0) })
  }

  #keep(name: string, entry: Entry, made: Made): Cached {
    const { answer } = made
    entry.last = made
    entry.isMade = true
    answer.onGrowth = () => {
      if (this.#entries.peek(name) === entry) this.#put(name, entry)
    }
    answer.onGrowth()
    return { answer, isCurrent: () => this.#isGood(name, entry) }
  }

  /** Also called for each answer that was handed on and is given again elsewhere. */
  #isGood(name: string, { version, last }: Entry): boolean {
    const isGood = this.#version(name) === version
    if (isGood && last) last.goodAt = this.#now()
    return isGood
  }

  #isPublic({ withdrawals }: Made): boolean {
    return withdrawals === this.#withdrawals()
  }

  /** What is given when there is no new answer: for a while the last one, where that is allowed. */
  #instead(name: string, entry: Entry | undefined, error: unknown): Cached {
    const last = entry?.last
    const isYoung = last && this.#isPublic(last) && this.#now() - last.goodAt < this.#staleMs
    if (entry && last && isYoung && isOutage(error)) {
      entry.until = this.#now() + retryMs
      return { answer: last.answer, isCurrent: () => false }
    }
    if (entry && this.#entries.peek(name) === entry) this.#entries.delete(name)
    throw error
  }
}
