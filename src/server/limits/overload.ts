import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import { addressOf } from '../http/address.ts'
import { Crowd } from './crowd.ts'
import type { Limits } from './limits.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the shop has to do with it: wait for its body, work on it, or nothing any more. */
    stage: 'body' | 'work' | 'over'
  }
}

/** Whoever looks after the shop must get through when nobody else does. */
const spared = new Set([`${apiRoot}/health`, `${apiRoot}/metrics`])

/**
 * Counts work, and never waiting: a body that is still arriving and a visitor who reads slowly cost nothing but
 * their connection. More work than `work` would wait longer than anybody does: it is told at once instead. That also
 * bounds every queue behind. Answers whether there is too much of it now.
 */
export function refuseOverload(app: FastifyInstance, { work, bodies }: Limits): () => boolean {
  let working = 0
  const arriving = new Crowd<FastifyRequest>(bodies, ({ socket }) => socket.destroy())

  const end = (request: FastifyRequest) => {
    if (request.stage === 'work') working--
    if (request.stage === 'body') arriving.leave(addressOf(request), request)
    request.stage = 'over'
  }
  const begin = (request: FastifyRequest): Refusal | undefined => {
    working++
    request.stage = 'work'
    if (working <= work || spared.has(request.routeOptions.url ?? '')) return undefined
    return new Refusal('overloaded', 'The shop is very busy. Please try again in a moment.', {
      retryAfter: 2,
    })
  }

  app.decorateRequest('stage', 'over')
  app.addHook('onRequest', (request, reply, next) => {
    // Not onResponse: a visitor who has gone away gets no response, and would count for ever.
    reply.raw.once('close', () => end(request))
    next(begin(request))
  })
  app.addHook('preParsing', (request: FastifyRequest, _reply: FastifyReply, _body, next) => {
    if (!isArriving(request)) return next()
    end(request)
    request.stage = 'body'
    arriving.enter(addressOf(request), request)
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
  return () => working >= work
}

function isArriving({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
