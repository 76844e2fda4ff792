import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressors = {
  br: (body: Buffer) => promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip) as (body: Buffer) => Promise<Buffer>,
}

type Encoding = keyof typeof compressors

const worthCompressing = 1024

/** An answer ready to be sent any number of times: its bytes, its ETag, and compressed twins made on first demand. */
export class KeptAnswer {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  readonly #twins = new Map<Encoding, Promise<Buffer>>()

  constructor(text: string, headers: Readonly<Record<string, string>>) {
    this.body = Buffer.from(text)
    this.etag = hash('sha256', this.body, 'base64url').slice(0, 22)
    this.headers = headers
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const made = this.#twins.get(encoding) ?? compressors[encoding](this.body)
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

export async function sendKept(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: KeptAnswer,
): Promise<FastifyReply> {
  const encoding = answer.body.length >= worthCompressing ? acceptedEncoding(request) : undefined
  const etag = `"${answer.etag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({ ...answer.headers, etag, vary: 'Accept-Encoding' })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  if (!encoding) return reply.send(answer.body)
  return reply.header('content-encoding', encoding).send(await answer.compressed(encoding))
}

function acceptedEncoding(request: FastifyRequest): Encoding | undefined {
  const accepted = request.headers['accept-encoding']
  if (typeof accepted !== 'string') return undefined
  if (/\bbr\b(?!;q=0\b)/.test(accepted)) return 'br'
  return /\bgzip\b(?!;q=0\b)/.test(accepted) ? 'gzip' : undefined
}

interface Entry {
  version: string
  answer: Promise<KeptAnswer>
}

/** Answers kept by name until the data they were made from changes. */
export class KeptAnswers {
  readonly #entries = new Map<string, Entry>()
  readonly #most: number

  constructor(most = 500) {
    this.#most = most
  }

  get(name: string, version: string, make: () => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const kept = this.#entries.get(name)
    if (kept?.version === version) return kept.answer
    const entry = { version, answer: make() }
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    entry.answer.catch(() => this.#entries.delete(name))
    if (this.#entries.size > this.#most) this.#dropOldest()
    return entry.answer
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
