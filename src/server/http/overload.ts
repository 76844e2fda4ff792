import type { FastifyInstance } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'

/** More than this wait longer than anybody would: they are told at once instead. It also bounds every queue behind. */
const mostAtOnce = 1000

/** Whoever looks after the shop must get through when nobody else does. */
const spared = new Set([`${apiRoot}/health`, `${apiRoot}/metrics`])

export function refuseOverload(app: FastifyInstance): void {
  let open = 0
  const leave = () => {
    open--
  }
  app.addHook('onRequest', (request, reply, next) => {
    open++
    // Not onResponse: a visitor who has gone away gets no response, and would count for ever.
    reply.raw.once('close', leave)
    if (open <= mostAtOnce || spared.has(request.routeOptions.url ?? '')) return next()
    next(new Refusal('overloaded', 'The shop is very busy. Please try again in a moment.', { retryAfter: 2 }))
  })
}
