import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a page of the shop itself calls from its own origin, as it would call the real provider. */
const forOtherOrigins = /^\/(v1|imgbb\/1\/upload)(\/|\?|$)/

const own = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * A page of another site must not change anything in a sandbox that happens to run. Browsers say where a change comes
 * from; programs, such as the shop and its tests, say nothing and pass.
 */
export function refuseOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || forOtherOrigins.test(request.url)) return
    if (isForeign(request)) return reply.code(403).type('text/plain').send('Not from another site.')
  })
}

function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return false
  // A name of somebody else's that leads here would be the same origin as itself.
  if (!own.test(host)) return true
  return site === undefined ? origin !== `http://${host}` : site !== 'same-origin' && site !== 'none'
}
