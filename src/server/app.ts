import type { RequestListener } from 'node:http'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { apiRoot } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { bounds } from './bounds.ts'
import type { Deps } from './deps.ts'
import { stockAlertRoutes } from './features/alerts/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { contentRoutes } from './features/content/routes.ts'
import { descriptionRoutes } from './features/description/routes.ts'
import { factorRoutes } from './features/factors/routes.ts'
import { healthRoutes } from './features/health/routes.ts'
import { identityRoutes } from './features/identity/routes.ts'
import { insightRoutes } from './features/insights/routes.ts'
import { invoiceRoutes } from './features/invoices/routes.ts'
import { itemFileRoutes } from './features/items/file-routes.ts'
import { managedItemRoutes } from './features/items/managed-routes.ts'
import { itemRoutes } from './features/items/routes.ts'
import { metricsRoutes } from './features/metrics/routes.ts'
import { newsletterRoutes } from './features/newsletter/routes.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { openingDayRoutes } from './features/opening-day/routes.ts'
import { orderRoutes } from './features/orders/routes.ts'
import { ownDataRoutes } from './features/own-data/routes.ts'
import { paymentRoutes } from './features/payments/routes.ts'
import { mediaRoutes } from './features/pictures/media-routes.ts'
import { pictureRoutes } from './features/pictures/routes.ts'
import { serveMedia } from './features/pictures/serve-media.ts'
import { servePictures } from './features/pictures/serve-pictures.ts'
import { profileRoutes } from './features/profiles/routes.ts'
import { reviewRoutes } from './features/reviews/routes.ts'
import { taxRoutes } from './features/taxes/routes.ts'
import { userRoutes } from './features/users/routes.ts'
import { logging } from './http/log.ts'
import { parseBodies } from './http/parse.ts'
import { answerParserErrors } from './http/parser-errors.ts'
import { sendError } from './http/problems.ts'
import { receiveRequests, requestIds } from './http/receive.ts'
import { measureRequests } from './http/request-metrics.ts'
import { headersFor } from './http/security.ts'
import { serveOn } from './http/serve.ts'
import { traceRequests } from './http/trace-requests.ts'
import { limitedServer } from './limits/limited-server.ts'
import { usualLimits } from './limits/limits.ts'
import { limitWork } from './limits/overload.ts'
import { Connections } from './limits/per-address.ts'
import { limitAborted } from './limits/rates.ts'
import { proofChecker } from './sessions/check-proof.ts'
import { sessionFinder } from './sessions/find-session.ts'
import { shopVersion } from './version.ts'

const sizes = { bodyLimit: bounds.jsonBytes, routerOptions: { maxParamLength: bounds.pathPartChars } }

/** Builds the whole API from its dependencies. main.ts adds the pages: they need a build, tests do not. */
export function buildApp(deps: Deps, limits = usualLimits): FastifyInstance {
  const connections = new Connections(limits.connections, deps.config.trustedProxies)
  const serverFor = (listener: RequestListener) => {
    const server = limitedServer(listener, limits, connections)
    answerParserErrors(server, headersFor(deps.config))
    return server
  }
  const app = Fastify({
    ...sizes,
    trustProxy: deps.config.trustedProxies.length > 0 && [...deps.config.trustedProxies],
    logger: logging(deps.config.logLevel),
    // Lines about a request add its id themselves (http/log.ts).
    childLoggerFactory: logger => logger,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: refuseAddress(deps),
    genReqId: requestIds(deps.config.trustedProxies),
    // All servers of the shop share one handler (http/parser-errors.ts).
    clientErrorHandler: () => undefined,
    // A request that reaches a closing shop still gets a response.
    return503OnClosing: false,
    serverFactory: serverFor,
  })
  app.decorate('serverFor', serverFor)
  refuseOpenRoutes(app)
  measureRequests(app, deps)
  traceRequests(app, deps)
  receiveRequests(app, deps, limitWork(app, deps.config, limits))
  parseBodies(app)
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(() => {
    throw new Refusal('not_found', 'There is nothing here.')
  })

  const findSession = sessionFinder(deps)
  const serve = serveOn(app, deps.config, findSession, proofChecker(deps), request =>
    limitAborted(deps, request),
  )
  itemRoutes(serve, deps)
  managedItemRoutes(serve, deps)
  itemFileRoutes(serve, deps)
  stockAlertRoutes(serve, deps)
  orderRoutes(serve, deps)
  invoiceRoutes(serve, deps)
  taxRoutes(serve, deps)
  paymentRoutes(app, serve, deps)
  noticeRoutes(serve, deps)
  contentRoutes(serve, deps)
  newsletterRoutes(serve, deps)
  openingDayRoutes(serve, deps)
  insightRoutes(serve, deps)
  reviewRoutes(serve, deps, findSession)
  profileRoutes(serve, deps)
  userRoutes(serve, deps)
  auditRoutes(serve, deps)
  ownDataRoutes(serve, deps)
  identityRoutes(app, serve, deps)
  factorRoutes(serve, deps)
  pictureRoutes(serve, deps)
  mediaRoutes(serve, deps)
  servePictures(app, deps)
  serveMedia(app, deps)
  healthRoutes(app, deps)
  metricsRoutes(app, deps, { version: shopVersion, findSession })
  descriptionRoutes(app, deps)
  checkContractServed(app)
  return app
}

/** An address that the router cannot parse is refused before any hook runs, so its headers are set here. */
function refuseAddress({ config }: Deps) {
  const headers = headersFor(config)
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendError(error, request, reply.headers({ ...headers, 'x-request-id': request.id }))
}

/** Deny by default: a route that does not declare who may call it stops the start. */
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
