import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isOutage } from '../db/faults.ts'
import { acceptedEncoding, type Encoding } from './encoding.ts'
import { Shelf } from './shelf.ts'

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body => promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: body => promisify(gzip)(body),
}

const worthCompressing = 1024

/** An answer ready to be sent any number of times: its bytes, its ETag, and compressed twins made on first demand. */
export class KeptAnswer {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly #twins = new Map<Encoding, Promise<Buffer>>()
  #bytes: number
  /** Called with each twin. */
  onGrowth: () => void = () => undefined

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.body = Buffer.from(text)
    this.etag = hash('sha256', this.body, 'base64url').slice(0, 22)
    this.headers = headers
    this.#bytes = this.body.length
  }

  /** Its twins included. */
  get bytes(): number {
    return this.#bytes
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#twins.get(encoding)
    if (known) return known
    const made = compressors[encoding](this.body).then(twin => {
      this.#bytes += twin.length
      this.onGrowth()
      return twin
    })
    this.#twins.set(encoding, made)
    return made
  }
}

export const keptJson = (value: unknown, headers: Readonly<Record<string, string>> = {}): KeptAnswer =>
  new KeptAnswer(JSON.stringify(value), {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    ...headers,
  })

/** An answer together with whether it is still what the shop would say. */
export interface Kept {
  answer: KeptAnswer
  isCurrent(): boolean
}

export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, isCurrent }: Kept,
): Promise<FastifyReply> {
  const encoding = answer.body.length >= worthCompressing ? acceptedEncoding(request) : undefined
  const etag = `"${answer.etag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({ ...answer.headers, etag, vary: 'Accept-Encoding' })
  const body = encoding ? await answer.compressed(encoding) : answer.body
  if (encoding) reply.header('content-encoding', encoding)
  request.server.counter.lay(request, reply, { isCurrent, etag, body })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.send(body)
}

interface Entry {
  version: number
  kept: Promise<Kept>
  /** The last answer that was good: when it was begun, and when it was last known to be what the shop would say. */
  last?: { answer: KeptAnswer; at: number; goodAt: number } | undefined
  /** Whether the last answer is of this version. */
  isMade: boolean
  /** The next one is being made, while the last one is still given. */
  isRenewed: boolean
  /** When to look again although nothing has changed. */
  until: number
}

export interface KeptLimits {
  most: number
  bytes: number
  /** How old an answer may be that is given for want of a better one, while the database cannot be reached. */
  staleMs: number
  /**
   * How far an answer may lag behind the data. Whoever comes within that time after a change gets the last answer, and
   * the next one is made meanwhile, at most four times in that time: a shop that sells makes nobody wait for a page.
   */
  lagMs: number
}

/** With the counter's these add up to 32 MB for the whole shop: see docs/decisions/004. */
const usualLimits: KeptLimits = { most: 500, bytes: 6 * 2 ** 20, staleMs: 0, lagMs: 0 }

/** How long an old answer is given before the database is asked again. */
const retryMs = 1000

/** Answers kept by name until the data they were made from changes. */
export class KeptAnswers {
  readonly #version: () => number
  readonly #shelf: Shelf<Entry>
  readonly #staleMs: number
  readonly #lagMs: number
  readonly #now: () => number

  constructor(
    version: () => number,
    limits: Partial<KeptLimits> = {},
    now: () => number = () => performance.now(),
  ) {
    const { most, bytes, staleMs, lagMs } = { ...usualLimits, ...limits }
    this.#version = version
    this.#shelf = new Shelf(most, bytes)
    this.#staleMs = staleMs
    this.#lagMs = lagMs
    this.#now = now
  }

  get bytes(): number {
    return this.#shelf.bytes
  }

  async get(name: string, make: () => Promise<KeptAnswer>): Promise<Kept> {
    const known = this.#shelf.get(name)
    let version: number
    try {
      version = this.#version()
    } catch (error) {
      return this.#instead(name, known, error)
    }
    const now = this.#now()
    if (known?.version === version && now < known.until) {
      if (known.isMade) this.#isGood(known)
      return known.kept
    }
    const last = known?.last
    if (known && last && now - last.goodAt < this.#lagMs) {
      if (!known.isRenewed && now - last.at >= this.#lagMs / 4) void this.#renew(name, known, version, make)
      return { answer: last.answer, isCurrent: () => false }
    }
    const entry = this.#begin(name, version, make, this.#staleMs > 0 ? last : undefined)
    entry.kept = entry.kept.catch(error => this.#instead(name, entry, error))
    this.#shelf.set(name, entry, entry.last?.answer.bytes ?? 0)
    return entry.kept
  }

  #begin(name: string, version: number, make: () => Promise<KeptAnswer>, last: Entry['last']): Entry {
    const at = this.#now()
    const entry: Entry = {
      version,
      kept: make().then(answer => this.#keep(name, entry, answer, at)),
      last,
      isMade: false,
      isRenewed: false,
      until: Number.POSITIVE_INFINITY,
    }
    return entry
  }

  /** Takes the place of the known one when it is made. What goes wrong is told to those who come when that is too old. */
  async #renew(name: string, known: Entry, version: number, make: () => Promise<KeptAnswer>): Promise<void> {
    known.isRenewed = true
    const entry = this.#begin(name, version, make, known.last)
    try {
      const { answer } = await entry.kept
      this.#shelf.set(name, entry, answer.bytes)
    } catch {
      known.isRenewed = false
    }
  }

  #keep(name: string, entry: Entry, answer: KeptAnswer, at: number): Kept {
    entry.last = { answer, at, goodAt: at }
    entry.isMade = true
    answer.onGrowth = () => this.#shelf.resize(name, entry, answer.bytes)
    answer.onGrowth()
    return { answer, isCurrent: () => this.#isGood(entry) }
  }

  /** Also called for each answer that was handed on and is given again elsewhere. */
  #isGood({ version, last }: Entry): boolean {
    const isGood = this.#version() === version
    if (isGood && last) last.goodAt = this.#now()
    return isGood
  }

  /** What is given when there is no new answer: for a while the last one, where that is allowed. */
  #instead(name: string, entry: Entry | undefined, error: unknown): Kept {
    const last = entry?.last
    if (entry && last && isOutage(error) && this.#now() - last.at < this.#staleMs) {
      entry.until = this.#now() + retryMs
      return { answer: last.answer, isCurrent: () => false }
    }
    if (entry) this.#shelf.remove(name, entry)
    throw error
  }
}
