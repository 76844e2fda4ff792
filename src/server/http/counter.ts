import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RouteMeter } from '../metrics/routes.ts'
import { acceptedEncoding } from './encoding.ts'
import { requestId } from './observe.ts'
import { Shelf } from './shelf.ts'

declare module 'fastify' {
  interface FastifyInstance {
    counter: Counter
  }
}

/** An answer as it went out once: everything but the request's id. */
interface Ready {
  isCurrent(): boolean
  status: number
  headers: readonly string[]
  etag: string
  body: Buffer
  meter: RouteMeter | undefined
}

/**
 * Most visitors ask for what somebody has just asked for. What was sent to one is laid ready here and handed to the
 * next before the router, the hooks and the handlers see the request: they would come to the same answer.
 */
export class Counter {
  readonly #plain = new Shelf<Ready>(200, 4 * 2 ** 20)
  /** There is no end of questions: they lie apart and drive nothing else out. */
  readonly #asked = new Shelf<Ready>(200, 4 * 2 ** 20)
  #isOpen = false

  get bytes(): number {
    return this.#plain.bytes + this.#asked.bytes
  }

  open(): void {
    this.#isOpen = true
  }

  close(): void {
    this.#isOpen = false
    this.#plain.clear()
    this.#asked.clear()
  }

  /** Lays ready what is about to be sent, for whoever asks for the same address in the same way. */
  lay(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Pick<Ready, 'isCurrent' | 'etag' | 'body'>,
  ): void {
    if (!this.#isOpen || request.method !== 'GET' || !isForAnybody(request)) return
    const { 'x-request-id': _, ...headers } = reply.getHeaders()
    const ready = {
      ...answer,
      status: reply.statusCode,
      headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
      meter: request.routeOptions.config.meter,
    }
    const bytes = ready.headers.join().length + ready.body.length
    this.#shelfOf(request.url).set(keyOf(request.raw), ready, bytes)
  }

  /** False when there is nothing ready, and the shop has to look. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!this.#isOpen || request.method !== 'GET') return false
    const start = performance.now()
    const ready = this.#find(request)
    if (!ready) return false
    const { headers, body, etag, meter } = ready
    const id = requestId(request)
    if (request.headers['if-none-match']?.includes(etag)) {
      response.writeHead(304, [...headers, 'x-request-id', id]).end()
      meter?.count(304, performance.now() - start)
      return true
    }
    const length = String(body.length)
    response.writeHead(ready.status, [...headers, 'x-request-id', id, 'content-length', length]).end(body)
    meter?.count(ready.status, performance.now() - start)
    return true
  }

  #shelfOf(url: string): Shelf<Ready> {
    return url.includes('?') ? this.#asked : this.#plain
  }

  #find(request: IncomingMessage): Ready | undefined {
    const [shelf, key] = [this.#shelfOf(request.url ?? ''), keyOf(request)]
    const ready = shelf.get(key)
    if (!ready || isCurrent(ready)) return ready
    shelf.delete(key)
    return undefined
  }
}

/** A database that cannot tell is for the app to speak of. */
function isCurrent(ready: Ready): boolean {
  try {
    return ready.isCurrent()
  } catch {
    return false
  }
}

const isForAnybody = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.access === 'anyone' || routeOptions.config.access === 'page'

const keyOf = (request: IncomingMessage): string => `${acceptedEncoding(request) ?? ''} ${request.url}`
