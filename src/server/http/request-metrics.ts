import type { FastifyInstance, FastifyReply } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { Deps } from '../deps.ts'
import type { RouteMeter } from '../observability/route-metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    meter?: RouteMeter
  }
  interface FastifyReply {
    /** Why the request was refused. */
    refusal: ProblemCode | undefined
    /** The page by its path in the route table: '/items/:id'; `noPage` if there is none. */
    page: string | undefined
  }
}

/** The pattern of the page for unknown addresses. */
export const noPage = '/*'

/**
 * One log line and one count for every request. Both name the route and never the address, which may contain an email
 * address, or a code for signing in.
 */
export function measureRequests(app: FastifyInstance, { metrics, config }: Deps): void {
  const unknown = metrics.routes.of('ANY', 'not found')
  const meterOf = ({ page, request }: FastifyReply): RouteMeter => {
    if (page === noPage) return unknown
    if (page !== undefined) return metrics.routes.of(request.method, `page ${inBraces(page)}`)
    return request.routeOptions.config.meter ?? unknown
  }
  app.decorateReply('refusal', undefined)
  app.decorateReply('page', undefined)
  app.addHook('onRoute', route => {
    const method = [route.method].flat().join(',')
    const name = nameOf(route.url, route.config?.access)
    route.config = { ...route.config, meter: metrics.routes.of(method, name) }
  })
  const logsRequests = ['trace', 'debug', 'info'].includes(config.logLevel)
  app.addHook('onResponse', (request, reply, next) => {
    const { refusal, statusCode: status, elapsedTime: ms } = reply
    if (refusal) metrics.refusals.add(refusal)
    const meter = meterOf(reply)
    meter.count(status, ms)
    if (!logsRequests) return next()
    request.log.info(
      {
        reqId: request.id,
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

/** The route as in the contract. All files count as one; 'page' alone is a page that was refused before routing. */
function nameOf(url: string, access: string | undefined): string {
  if (url === '/*') return 'page'
  if (access === 'page') return 'asset'
  return inBraces(url.slice(url.startsWith(apiRoot) ? apiRoot.length : 0))
}

const inBraces = (pattern: string): string => pattern.replace(/:(\w+)/g, '{$1}')
