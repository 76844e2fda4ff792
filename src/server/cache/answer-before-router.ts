import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type IdOf, noteAnswer } from '../http/observe.ts'
import type { RouteMeter } from '../metrics/routes.ts'
import { acceptedEncoding } from './encoding.ts'
import { cacheControlFor } from './shared-caches.ts'

declare module 'fastify' {
  interface FastifyInstance {
    beforeRouter: BeforeRouter
  }
}

/** An answer as the router's way gave it: everything but the request's id and how long others may keep it. */
interface Given {
  isCurrent(): boolean
  status: number
  headers: readonly string[]
  etag: string
  body: Buffer
  meter: RouteMeter
}

/** Each half of the 8 MB of docs/decisions/004. */
const halfOfRoom = { max: 200, maxSize: 4 * 2 ** 20 }

/**
 * Most visitors ask for what somebody has just asked for. What is the same for everybody is therefore given again
 * before the router sees the request, with the same headers, log lines and counts; the router's way would take twice as
 * long to come to the same bytes. Whatever is not plainly such a question goes the router's way.
 */
export class BeforeRouter {
  readonly #withoutQuery = new LRUCache<string, Given>(halfOfRoom)
  /** There is no end of queries: they have a place of their own and push nothing else out. */
  readonly #withQuery = new LRUCache<string, Given>(halfOfRoom)
  readonly #isOverloaded: () => boolean
  readonly #idOf: IdOf
  #log: FastifyBaseLogger | undefined

  constructor(isOverloaded: () => boolean, idOf: IdOf) {
    this.#isOverloaded = isOverloaded
    this.#idOf = idOf
  }

  get bytes(): number {
    return this.#withoutQuery.calculatedSize + this.#withQuery.calculatedSize
  }

  /** A shop that closes answers the router's way, which ends each connection with its answer. */
  serveFor(app: FastifyInstance): void {
    this.#log = app.log
    app.addHook('preClose', async () => {
      this.#log = undefined
    })
  }

  listener(router: RequestListener): RequestListener {
    return (request, response) => this.#answer(request, response) || router(request, response)
  }

  /** Remembers what is about to be sent, for whoever asks for the same address in the same way. */
  remember(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Pick<Given, 'isCurrent' | 'etag' | 'body'>,
  ): void {
    const { access } = request.routeOptions.config
    const isForAnybody = access === 'anyone' || access === 'page'
    if (!isForAnybody || !isPlainQuestion(request.raw)) return
    // There is no end of addresses at which nothing is: they would push out all that there is.
    if (reply.statusCode !== 200) return
    const { 'x-request-id': _, 'cache-control': __, ...headers } = reply.getHeaders()
    const given: Given = {
      ...answer,
      status: reply.statusCode,
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      meter: reply.meter,
    }
    const key = keyOf(request.raw)
    const size = key.length + given.headers.join().length + given.body.length
    this.#placeOf(request.raw).set(key, given, { size })
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const log = this.#log
    if (!log || !isPlainQuestion(request) || this.#isOverloaded()) return false
    const start = performance.now()
    const given = this.#find(request)
    if (!given) return false
    const { status, etag, body, meter } = given
    const id = this.#idOf(request)
    const headers = [...given.headers, 'cache-control', cacheControlFor(request), 'x-request-id', id]
    const isKnown = request.headers['if-none-match']?.includes(etag) ?? false
    if (isKnown) response.writeHead(304, headers).end()
    else response.writeHead(status, [...headers, 'content-length', String(body.length)]).end(body)
    const ms = performance.now() - start
    noteAnswer(log, meter, { reqId: id, method: 'GET', status: isKnown ? 304 : status, ms })
    return true
  }

  #find(request: IncomingMessage): Given | undefined {
    const [place, key] = [this.#placeOf(request), keyOf(request)]
    const given = place.get(key)
    if (!given || isCurrent(given)) return given
    place.delete(key)
    return undefined
  }

  #placeOf({ url }: IncomingMessage): LRUCache<string, Given> {
    return url?.includes('?') ? this.#withQuery : this.#withoutQuery
  }
}

/** A database that cannot tell is for the router's way to speak of. */
function isCurrent(given: Given): boolean {
  try {
    return given.isCurrent()
  } catch {
    return false
  }
}

const isPlainQuestion = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined

const keyOf = (request: IncomingMessage): string => `${acceptedEncoding(request) ?? ''} ${request.url}`
