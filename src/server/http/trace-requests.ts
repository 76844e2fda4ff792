import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { noTracing, type Span } from '../observability/tracing.ts'

/** A span for each request, named after its route, because an address may contain private data. */
export function traceRequests(app: FastifyInstance, { tracing }: Deps): void {
  if (tracing === noTracing) return
  const spans = new WeakMap<FastifyRequest, Span>()
  app.addHook('onRequest', (request, _, next) => {
    const { method, id } = request
    const route = request.routeOptions.url ?? 'none'
    const facts = { 'http.request.method': method, 'http.route': route, 'tuckshop.request_id': id }
    const span = tracing.request(`${method} ${route}`, facts, parentOf(request))
    spans.set(request, span)
    span.within(next)
  })
  app.addHook('onResponse', (request, reply, next) => {
    const { statusCode, refusal, page } = reply
    const span = spans.get(request)
    // All pages share one route of the server, so the span is renamed when the page is known.
    if (page !== undefined) span?.rename(`${request.method} ${page}`)
    span?.end(
      {
        'http.response.status_code': statusCode,
        ...(refusal && { 'tuckshop.refusal': refusal }),
        ...(page !== undefined && { 'http.route': page }),
      },
      statusCode >= 500 ? refusal : undefined,
    )
    next()
  })
}

/** Only a proxy of TRUSTED_PROXIES may set the parent of a trace. */
function parentOf({ headers, ips = [] }: FastifyRequest): string | undefined {
  const { traceparent } = headers
  return ips.length > 1 && typeof traceparent === 'string' ? traceparent : undefined
}
