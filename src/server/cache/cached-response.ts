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

/** A response ready to be sent any number of times: its bytes, its ETag, and compressed copies made on first demand. */
export class CachedResponse {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
  /** Pictures are compressed already; drawings are text. */
  readonly isCompressible: boolean
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(content: string | Buffer, headers: Readonly<Record<string, string>>) {
    this.body = typeof content === 'string' ? Buffer.from(content) : content
    this.etag = hash('sha256', this.body, 'base64url').slice(0, 22)
    this.headers = { ...headers, vary: 'Accept-Encoding' }
    this.isCompressible =
      this.body.length >= worthCompressing && !/^image\/(?!svg)/.test(headers['content-type'] ?? '')
  }

  /** Text compresses to less than half: the room for both compressed copies is counted before they exist. */
  get bytes(): number {
    return 2 * this.body.length
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compressors[encoding](this.body)
    this.#compressed.set(encoding, known)
    return known
  }
}

export const cachedJson = (value: unknown, headers: Readonly<Record<string, string>> = {}): CachedResponse =>
  new CachedResponse(JSON.stringify(value), {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  })

export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<FastifyReply> {
  const encoding = response.isCompressible ? acceptedEncoding(request) : undefined
  const etag = `"${response.etag}${encoding ? `-${encoding}` : ''}"`
  reply.header('cache-control', cacheControlFor(request)).headers(response.headers).header('etag', etag)
  if (encoding) reply.header('content-encoding', encoding)
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
  return reply.send(encoding ? await response.compressed(encoding) : response.body)
}
