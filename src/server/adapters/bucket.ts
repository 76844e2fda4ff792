import { hash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { BucketConfig } from '../settings/providers.ts'
import { Breaker } from './breaker.ts'
import { adviceFor, type BucketEntry, type BucketListing, listingIn, valueIn } from './s3-responses.ts'

const defaultTimings = {
  /** Two tries of this length fit into the 30 seconds after which a visitor is cut off. */
  timeoutMs: 8000,
  /** Uploads get extra time, as if the line carried only this much. */
  bytesPerMs: 100,
  tries: 2,
  retryMs: 200,
  failures: 5,
  pauseMs: 5000,
}

export type BucketTimings = typeof defaultTimings

/** Why the bucket cannot be used: a sentence for the operator. */
export class BucketFault extends Error {
  /** The bucket's own error code; undefined if it sent none. */
  readonly code: string | undefined

  constructor(sentence: string, code?: string, cause?: unknown) {
    super(sentence, { cause })
    this.name = 'BucketFault'
    this.code = code
  }
}

interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Empty for the bucket itself. */
  key: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Buffer
}

interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

const atOnce = 10
const plainBytes = 'application/octet-stream'

/** A bucket, or the part of one below a prefix, in storage with the S3 protocol. Keys do not include the prefix. */
export class Bucket {
  /** The name of the bucket in messages. */
  readonly place: string
  readonly #config: BucketConfig
  readonly #timings: BucketTimings
  readonly #breaker: Breaker

  constructor(config: BucketConfig, timings: Partial<BucketTimings> = {}) {
    this.#config = config
    this.#timings = { ...defaultTimings, ...timings }
    this.#breaker = new Breaker(this.#timings)
    this.place = `s3://${config.bucket}/${config.prefix}`.replace(/\/$/, '')
  }

  /** Stores an object completely or not at all; it is durable when this resolves. Returns its ETag, if it has one. */
  async put(key: string, body: Buffer, { type = plainBytes, tries = this.#timings.tries } = {}) {
    const call: Call = { method: 'PUT', key, body, headers: { 'content-type': type } }
    return (await this.ask(call, { tries })).headers.get('etag') ?? undefined
  }

  /** Undefined if the key does not exist. */
  async get(key: string): Promise<Buffer | undefined> {
    const answer = await this.ask({ method: 'GET', key }, { allowed: ['NoSuchKey'] })
    return answer.status === 200 ? answer.body : undefined
  }

  /** A part of an object, and the length of the whole. */
  async getPiece(key: string, from: number, length: number) {
    const call: Call = { method: 'GET', key, headers: { range: `bytes=${from}-${from + length - 1}` } }
    const answer = await this.ask(call, { allowed: ['NoSuchKey', 'InvalidRange'] })
    if (answer.status === 404) return undefined
    // An empty object has no part to read.
    if (answer.status === 416) return { piece: Buffer.alloc(0), whole: 0, tag: undefined }
    const [, whole] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? []
    if (whole === undefined) throw this.#away('does not give away pieces')
    return { piece: answer.body, whole: Number(whole), tag: answer.headers.get('etag') ?? undefined }
  }

  /** All entries whose keys start with the prefix. */
  async list(prefix: string): Promise<BucketEntry[]> {
    const entries: BucketEntry[] = []
    for await (const page of this.#pages({ prefix })) entries.push(...page.entries)
    return entries
  }

  /** The names of the files and folders directly in a folder. */
  async names(folder: string): Promise<string[]> {
    const prefix = folder === '' ? '' : `${folder}/`
    const names: string[] = []
    for await (const { entries, folders } of this.#pages({ prefix, delimiter: '/' })) {
      names.push(...entries.map(({ key }) => key.slice(prefix.length)))
      names.push(...folders.map(key => key.slice(prefix.length, -1)))
    }
    return names.filter(name => name !== '')
  }

  /** A missing key counts as removed. */
  async remove(keys: readonly string[]): Promise<void> {
    for (let from = 0; from < keys.length; from += atOnce)
      await allDone(
        keys
          .slice(from, from + atOnce)
          .map(key => this.ask({ method: 'DELETE', key }, { allowed: ['NoSuchKey'] })),
      )
  }

  /**
   * Makes a call, and repeats it once if the answer was lost: all calls of this class can be repeated. `allowed` lists
   * the error statuses that the caller handles.
   */
  async ask(
    call: Call,
    { allowed = [] as readonly string[], tries = this.#timings.tries } = {},
  ): Promise<Answer> {
    for (let left = tries - 1; ; left--) {
      if (!this.#breaker.enter()) throw this.#away('has not answered several times in a row')
      try {
        const answer = await this.#send(call)
        this.#breaker.succeeded()
        return this.#checked(answer, allowed)
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error
        this.#breaker.failed()
        if (left <= 0) throw this.#away(error.message, error.cause)
        await delay(this.#timings.retryMs)
      }
    }
  }

  async #send({ method, key, query = {}, headers = {}, body }: Call): Promise<Answer> {
    const { accessKeyId, secretAccessKey, region } = this.#config
    const url = this.#addressOf(key)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      // The signature covers the content: storage refuses it if it was altered on the way.
      headers: { ...headers, 'x-amz-content-sha256': hash('sha256', body ?? '') },
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const signed = await signer.sign()
    const patience = this.#timings.timeoutMs + Math.ceil((body?.length ?? 0) / this.#timings.bytesPerMs)
    try {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body ? new Uint8Array(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(patience),
      })
      const answer = {
        status: response.status,
        headers: response.headers,
        body: Buffer.from(await response.arrayBuffer()),
      }
      if ((answer.status < 500 && answer.status !== 429) || answer.status === 501) return answer
      throw new NoAnswer(`has failed (${answer.status} ${valueIn(answer.body.toString(), 'Code') ?? ''})`)
    } catch (error) {
      throw error instanceof NoAnswer ? error : new NoAnswer(`cannot be reached (${messageOf(error)})`, error)
    }
  }

  #checked(answer: Answer, allowed: readonly string[]): Answer {
    if (answer.status >= 200 && answer.status < 300) return answer
    const code = valueIn(answer.body.toString(), 'Code') ?? `status ${answer.status}`
    if (allowed.includes(code)) return answer
    throw new BucketFault(`The bucket ${this.#named} says no: ${adviceFor(code)}.`, code)
  }

  #away(what: string, cause?: unknown): BucketFault {
    return new BucketFault(`The bucket ${this.#named} ${what}.`, undefined, cause)
  }

  get #named(): string {
    return `${this.#config.bucket} at ${new URL(this.#config.endpoint).host}`
  }

  #addressOf(key: string): URL {
    const { endpoint, bucket, prefix, pathStyle } = this.#config
    const url = new URL(endpoint)
    if (!pathStyle) url.hostname = `${bucket}.${url.hostname}`
    const path = key === '' ? '' : `${prefix}${key}`
    const parts = [
      url.pathname.replace(/\/+$/, ''),
      pathStyle ? [bucket] : [],
      path === '' ? [] : path,
    ].flat()
    url.pathname = parts.map(part => part.split('/').map(encodeURIComponent).join('/')).join('/') || '/'
    return url
  }

  async *#pages(query: Record<string, string>): AsyncGenerator<BucketListing> {
    const { prefix } = this.#config
    let next: string | undefined
    do {
      const { body } = await this.ask({
        method: 'GET',
        key: '',
        query: {
          'list-type': '2',
          ...query,
          prefix: `${prefix}${query.prefix}`,
          ...(next !== undefined && { 'continuation-token': next }),
        },
      })
      const listing = listingIn(body.toString())
      if (!listing) throw this.#away('has answered with something that is no list')
      const own = (key: string) => key.slice(prefix.length)
      yield {
        ...listing,
        entries: listing.entries.map(entry => ({ ...entry, key: own(entry.key) })),
        folders: listing.folders.map(own),
      }
      next = listing.next
    } while (next !== undefined)
  }
}

/** Waits for all calls, even if one fails, so that none continues in the background. */
export async function allDone(calls: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** The outcome of the call is unknown. */
class NoAnswer extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause })
  }
}

function messageOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return cause instanceof Error ? `${code} ${cause.message}`.trim() : String(cause)
}
