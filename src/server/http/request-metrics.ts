import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import type { RouteMeter } from '../observability/route-metrics.ts'
import { trustIn } from './trusted.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    meter?: RouteMeter
  }
  interface FastifyReply {
    /** Why it is no. */
    refusal?: ProblemCode
    /** Which page it is, as in the route table: '/items/:id'; `noPage` where there is none. */
    page?: string
  }
}

/** The pattern of the page for addresses at which nothing is. */
export const noPage = '/*'

const processMark = randomBytes(6).toString('base64url')
let requests = 0

/**
 * The id that a proxy of TRUSTED_PROXIES gives is carried on when it looks like one. Nobody else names their own request: it
 * could pass for another's in the log.
 */
export function requestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies)
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    if (typeof given === 'string' && /^[\w-]{8,64}$/.test(given) && isTrusted(socket.remoteAddress))
      return given
    return `${processMark}-${(++requests).toString(36)}`
  }
}

/**
 * One line in the log and one count for every request. Both name the route and never the address: that may hold an
 * e-mail, or a code that signs somebody in.
 */
export function observe(app: FastifyInstance, { metrics }: Deps): void {
  const unknown = metrics.routes.of('ANY', 'not found')
  const meterOf = ({ page, request }: FastifyReply): RouteMeter => {
    if (page === noPage) return unknown
    if (page !== undefined) return metrics.routes.of(request.method, `page ${inBraces(page)}`)
    return request.routeOptions.config.meter ?? unknown
  }
  app.addHook('onRoute', route => {
    const method = [route.method].flat().join(',')
    const name = nameOf(route.url, route.config?.access)
    route.config = { ...route.config, meter: metrics.routes.of(method, name) }
  })
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id)
    next()
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { refusal, statusCode: status, elapsedTime: ms } = reply
    if (refusal) metrics.refusals.add(refusal)
    const meter = meterOf(reply)
    meter.count(status, ms)
    request.log.info(
      {
        method: request.method,
        route: meter.labels.route,
        status,
        ms: Math.round(ms * 10) / 10,
        user: request.session?.caller.userId,
        refusal,
      },
      'request',
    )
    next()
  })
  metrics.process.start()
  app.addHook('onClose', async () => metrics.process.stop())
}

/** As in the contract. Files are too many to tell apart; 'page' alone is one that was refused before anybody knew which. */
function nameOf(url: string, access: string | undefined): string {
  if (url === '/*') return 'page'
  if (access === 'page') return 'asset'
  return inBraces(url.slice(url.startsWith(apiRoot) ? apiRoot.length : 0))
}

const inBraces = (pattern: string): string => pattern.replace(/:(\w+)/g, '{$1}')
