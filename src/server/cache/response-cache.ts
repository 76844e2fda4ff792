import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Database } from '../db/engine/database.ts'
import { isOutage } from '../db/engine/faults.ts'
import type { CachedResponse } from './cached-response.ts'

export interface CacheLimits {
  /** All caches of a process add up to 30 MB (docs/decisions/004-response-cache.md). */
  bytes: number
  /** How old a response may be: other processes also write. */
  ttlMs?: number
  /** How old it may be while the database cannot be reached. */
  staleMs?: number
}

interface Entry {
  response: CachedResponse
  /** When its data was read, or slightly before. */
  readAt: number
  freshUntil: number
}

/** A response that is being made. */
interface Filling {
  response: Promise<CachedResponse | undefined>
  /** Its data has changed meanwhile: only the requests that already wait get it. */
  isDropped: boolean
}

/** Makes a response. It may return the last one if nothing that it shows has changed. */
type Make<R = CachedResponse | undefined> = (last: CachedResponse | undefined) => Promise<R>

/** A generous estimate for headers and bookkeeping of an entry. */
const overheadBytes = 1024

/**
 * Responses that are the same for every visitor. Each is at most a second old, is made once for all concurrent
 * requests, and is dropped immediately when this process changes the catalogue.
 */
export class ResponseCache {
  readonly #entries: LRUCache<string, Entry>
  readonly #fillings = new Map<string, Filling>()
  readonly #ttlMs: number
  readonly #staleMs: number
  readonly #now: () => number

  constructor(
    db: Pick<Database, 'onCatalogueChange'>,
    { bytes, ttlMs = 1000, staleMs = 0 }: CacheLimits,
    now: () => number = () => performance.now(),
  ) {
    const sizeCalculation = ({ response }: Entry, name: string) =>
      name.length + response.bytes + overheadBytes
    this.#entries = new LRUCache({ maxSize: bytes, sizeCalculation })
    this.#ttlMs = ttlMs
    this.#staleMs = staleMs
    this.#now = now
    db.onCatalogueChange(changed => {
      const names = changed === 'all' ? [...this.#entries.keys(), ...this.#fillings.keys()] : changed
      for (const name of names) this.#drop(name)
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /**
   * If nothing is made, nothing is cached. A response whose name is the id of an item is dropped when its stock
   * changes.
   */
  get<R extends CachedResponse | undefined>(name: string, make: Make<R>): Promise<R>
  async get(name: string, make: Make): Promise<CachedResponse | undefined> {
    const known = this.#entries.get(name)
    if (known && this.#now() < known.freshUntil) return known.response
    return this.#fillings.get(name)?.response ?? this.#begin(name, make)
  }

  #begin(name: string, make: Make): Filling['response'] {
    const filling: Filling = { response: Promise.resolve(undefined), isDropped: false }
    this.#fillings.set(name, filling)
    filling.response = this.#fill(name, make, filling)
    return filling.response
  }

  async #fill(name: string, make: Make, filling: Filling): Filling['response'] {
    const [last, readAt] = [this.#entries.peek(name), this.#now()]
    try {
      const made = await make(last?.response)
      // An unchanged response keeps its compressed copies.
      const response = last && made && isSame(last.response, made) ? last.response : made
      if (filling.isDropped) return response
      if (response) this.#entries.set(name, { response, readAt, freshUntil: readAt + this.#ttlMs })
      else this.#entries.delete(name)
      return response
    } catch (error) {
      const isUsable = last && !filling.isDropped && this.#now() - last.readAt < this.#staleMs
      if (!isUsable || !isOutage(error)) throw error
      this.#entries.set(name, { ...last, freshUntil: this.#now() + this.#ttlMs })
      return last.response
    } finally {
      if (!filling.isDropped) this.#fillings.delete(name)
    }
  }

  #drop(name: string): void {
    this.#entries.delete(name)
    const filling = this.#fillings.get(name)
    if (filling) filling.isDropped = true
    this.#fillings.delete(name)
  }
}

const isSame = (one: CachedResponse, other: CachedResponse): boolean =>
  one.etag === other.etag && isDeepStrictEqual(one.headers, other.headers)
