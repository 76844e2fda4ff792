import { readFileSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deps } from './deps.ts'
import { removeBooking } from './features/bookings/remove-booking.ts'
import { bookingRoutes } from './features/bookings/routes.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { imageRoutes } from './features/images/routes.ts'
import { itemRoutes } from './features/items/routes.ts'
import { orSay } from './features/payments/provider-trouble.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { stopPayment } from './features/payments/stop-payment.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import type { RemoveOrder } from './features/users/remove-user.ts'
import { userRoutes } from './features/users/routes.ts'
import { tellUnnamedProxy } from './http/address.ts'
import { Counter } from './http/counter.ts'
import { Connections } from './http/crowd.ts'
import { healthRoutes } from './http/health.ts'
import { serveImages } from './http/images.ts'
import { usualLimits } from './http/limits.ts'
import { answeredBy, limitedServer } from './http/listen.ts'
import { logging } from './http/log.ts'
import { metricsRoutes } from './http/metrics.ts'
import { observe, requestId } from './http/observe.ts'
import { openApi } from './http/openapi.ts'
import { refuseOverload } from './http/overload.ts'
import { parseBodies } from './http/parse.ts'
import { sendError } from './http/problems.ts'
import { headersFor, secure } from './http/security.ts'
import { serveOn } from './http/serve.ts'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

const sizes = { bodyLimit: 64 * 1024, routerOptions: { maxParamLength: 300 } }

/** The whole API as a function of what it stands on. Pages are added by main: they need a build, tests do not. */
export function buildApp(deps: Deps, limits = usualLimits): FastifyInstance {
  const counter = new Counter()
  const connections = new Connections(limits.connections, deps.config.trustedProxies)
  const serverFor = (listener: RequestListener) =>
    limitedServer(answeredBy(counter, listener), limits, connections)
  const app = Fastify({
    ...sizes,
    trustProxy: deps.config.trustedProxies.length > 0 && [...deps.config.trustedProxies],
    logger: logging(deps.config.logLevel),
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: refuseAddress(deps),
    genReqId: requestId,
    // Who has got through to a shop that closes gets an answer.
    return503OnClosing: false,
    serverFactory: serverFor,
  })
  app.decorate('counter', counter)
  app.decorate('serverFor', serverFor)
  refuseOpenRoutes(app)
  observe(app, deps)
  tellUnnamedProxy(app)
  refuseOverload(app, limits)
  parseBodies(app)
  secure(app, deps)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found', 'There is nothing here.')
  })

  const serve = serveOn(app, deps)
  itemRoutes(serve, deps)
  bookingRoutes(serve, deps, removeOrderOf(deps))
  paymentRoutes(app, serve, deps)
  reviewRoutes(serve, deps)
  profileRoutes(serve, deps)
  userRoutes(serve, deps, removeOrderOf(deps))
  identityRoutes(app, serve, deps)
  imageRoutes(serve, deps)
  serveImages(app, deps.config.dataDir)
  healthRoutes(app, deps)
  metricsRoutes(app, deps, version)
  let description: string | undefined
  app.get(`${apiRoot}/openapi.json`, { config: { access: 'anyone' } }, async (_, reply) => {
    description ??= JSON.stringify(openApi())
    return reply.type('application/json').send(description)
  })
  checkContractServed(app)
  return app
}

/** An address that no router can read is refused before any hook runs: its answer gets its headers here. */
function refuseAddress({ config }: Deps) {
  const headers = headersFor(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendError(error, request, reply.headers({ ...headers, 'x-request-id': request.id }))
}

const notRemoved = 'The order was not removed, because the card provider does not answer right now.'

/** How an unpaid order goes away, whoever asks for it: its owner, an admin who removes the owner, or a job. */
export function removeOrderOf(deps: Deps): RemoveOrder {
  const stop = async (bookingId: string) => {
    const { cards } = deps
    if (cards) await orSay(notRemoved, () => stopPayment(deps, cards, bookingId))
  }
  return (userId, bookingId) => removeBooking(deps, userId, bookingId, stop)
}

/** Deny by default: a route that does not say who may call it stops the start. */
export function refuseOpenRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
  })
}

function checkContractServed(app: FastifyInstance): void {
  for (const { method, path } of endpoints) {
    const url = apiRoot + path.replace(/\{(\w+)\}/g, ':$1')
    if (!app.hasRoute({ method, url })) throw new Error(`${method} ${url} is in the contract but not served`)
  }
}
