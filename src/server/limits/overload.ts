import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from '../deps.ts'
import { addressOf, visitorOf } from '../http/address.ts'
import type { Admit } from '../http/receive.ts'
import { queues } from '../queues/queues.ts'
import { type Requester, SharedQueue } from '../queues/shared-queue.ts'
import type { Limits } from './limits.ts'
import { PerAddress } from './per-address.ts'
import { SlowBodies } from './slow-bodies.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The state of a request: receiving its body, being processed, or finished. */
    stage: 'body' | 'work' | 'over'
    /** Whether its body arrived after its headers. */
    arrivedLate: boolean
    /** Releases its slot among the processed requests. */
    leaveWork: (() => void) | undefined
  }
}

/** Monitoring must get through even under overload. */
const exemptPaths = new Set(['/up', `${apiRoot}/health`, `${apiRoot}/metrics`])

/**
 * Counts processing, not waiting: an incomplete body and a slow reader cost only a connection. Requests beyond `work` would
 * wait too long, so they are refused immediately. That also bounds every queue behind this.
 */
export function limitWork(app: FastifyInstance, config: Deps['config'], limits: Limits): Admit {
  const working = new SharedQueue({ ...queues.work, atOnce: limits.work })
  const bodies = new PerAddress<FastifyRequest>(limits.bodies, ({ socket }) => socket.destroy())
  const slowBodies = new SlowBodies(limits)

  const end = (request: FastifyRequest) => {
    request.leaveWork?.()
    request.leaveWork = undefined
    if (request.stage === 'body') {
      bodies.remove(addressOf(request), request)
      slowBodies.remove(request.socket)
    }
    request.stage = 'over'
  }
  const begin = (request: FastifyRequest): Refusal | undefined => {
    request.stage = 'work'
    // Not by `routeOptions`, which Fastify builds anew on every access.
    if (exemptPaths.has(request.url.split('?', 1)[0] ?? '')) return undefined
    try {
      request.leaveWork = working.enter(new HttpRequester(request, config))
      return undefined
    } catch (error) {
      if (error instanceof Refusal) return error
      throw error
    }
  }

  app.decorateRequest('stage', 'over')
  app.decorateRequest('leaveWork', undefined)
  app.decorateRequest('arrivedLate', false)
  app.addHook('preParsing', (request: FastifyRequest, _reply: FastifyReply, _body, next) => {
    if (!isArriving(request)) return next()
    end(request)
    request.stage = 'body'
    setImmediate(() => {
      request.arrivedLate = request.stage === 'body'
    })
    bodies.add(addressOf(request), request)
    const isStored = request.routeOptions.config.receive !== undefined
    slowBodies.add(request.socket, isStored ? limits.storedArrivalMs : limits.arrivalMs)
    next()
  })
  app.addHook('preValidation', (request, _reply, next) => {
    if (request.stage !== 'body') return next()
    end(request)
    next(begin(request))
  })
  app.addHook('onSend', (request, _reply, _answer, next) => {
    end(request)
    next()
  })
  app.addHook('onClose', async () => slowBodies.stop())
  return (request, reply) => {
    // Not onResponse: an aborted request gets no response, and would count forever.
    reply.raw.on('close', () => end(request))
    return begin(request)
  }
}

/** Looks up the multiplier of an IP address only if it has many requests. */
class HttpRequester implements Requester {
  readonly address: string
  readonly #request: FastifyRequest
  readonly #config: Deps['config']

  constructor(request: FastifyRequest, config: Deps['config']) {
    this.address = addressOf(request)
    this.#request = request
    this.#config = config
  }

  get times(): number {
    return visitorOf(this.#request, this.#config).times
  }
}

function isArriving({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
