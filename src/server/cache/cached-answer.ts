import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acceptedEncoding, type Encoding } from './encoding.ts'
import { cacheControlFor } from './shared-caches.ts'

const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: body => promisify(brotliCompress)(body, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: body => promisify(gzip)(body),
}

const worthCompressing = 1024

/** An answer ready to be sent any number of times: its bytes, its ETag, and compressed twins made on first demand. */
export class CachedAnswer {
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

export const cachedJson = (value: unknown, headers: Readonly<Record<string, string>> = {}): CachedAnswer =>
  new CachedAnswer(JSON.stringify(value), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  })

/** An answer together with whether it is still what the shop would say. */
export interface Cached {
  answer: CachedAnswer
  isCurrent(): boolean
}

/** `isOwn`: it is kept under this very address, and not one for many that visitors may make up. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, isCurrent }: Cached,
  isOwn = true,
): Promise<FastifyReply> {
  const encoding = answer.body.length >= worthCompressing ? acceptedEncoding(request) : undefined
  const etag = `"${answer.etag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({
    ...answer.headers,
    etag,
    vary: 'Accept-Encoding',
    'cache-control': cacheControlFor(request),
  })
  const body = encoding ? await answer.compressed(encoding) : answer.body
  if (encoding) reply.header('content-encoding', encoding)
  if (isOwn) request.server.beforeRouter.remember(request, reply, { isCurrent, etag, body })
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.send(body)
}
