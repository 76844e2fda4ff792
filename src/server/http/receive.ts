import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from '../bounds.ts'
import type { Deps } from '../deps.ts'
import { proxyWarning } from './address.ts'
import { foreignOrigin } from './origin.ts'
import { headersFor } from './security.ts'
import { trustIn } from './trusted.ts'

/** Counts a request as active, or refuses it. */
export type Admit = (request: FastifyRequest, reply: FastifyReply) => Refusal | undefined

/** The steps of every request before its route. One hook for all of them: each hook costs time on every request. */
export function receiveRequests(app: FastifyInstance, { config }: Deps, admit: Admit): void {
  const headers = headersFor(config)
  const warnAboutProxy = proxyWarning()
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id).headers(headers)
    warnAboutProxy(request)
    next(admit(request, reply) ?? tooManyParts(request) ?? foreignOrigin(request, config.publicUrl))
  })
}

/** Refuses addresses with too many parameters, and requests with too many cookies. */
function tooManyParts({ raw, headers }: FastifyRequest): Refusal | undefined {
  const isTooMany =
    countOf(raw.url ?? '', '&') >= bounds.queryParameters ||
    countOf(headers.cookie ?? '', ';') >= bounds.cookies
  return isTooMany ? new Refusal('bad_input', 'The request has too many parameters or cookies.') : undefined
}

function countOf(text: string, sign: string): number {
  let count = 0
  for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count++
  return count
}

/**
 * Uses a well-formed request id of a proxy of TRUSTED_PROXIES. Other clients cannot set the id: their request could
 * pose as another in the log.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies)
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && isTrusted(socket.remoteAddress))
      return given
    return `${prefix}-${(++count).toString(36)}`
  }
}
