import type { FastifyInstance, FastifyRequest } from 'fastify'

/** What a page of the shop itself calls from its own origin, as it would call the real provider. */
const forOtherOrigins = /^\/(v1|imgbb\/1\/upload)(\/|\?|$)/

const own = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * A page of another site must neither read nor change anything in a sandbox that happens to run. It could read where a name
 * of its own leads to this machine, so that every request has to ask for the sandbox by one of its names. Browsers say where
 * a change comes from; programs, such as the shop and its tests, say nothing and pass.
 */
export function refuseOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!own.test(request.headers.host ?? ''))
      return reply
        .code(403)
        .type('text/plain')
        .send('The sandbox is at http://localhost, and at no other name.')
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || forOtherOrigins.test(request.url)) return
    if (isForeign(request)) return reply.code(403).type('text/plain').send('Not from another site.')
  })
}

function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return false
  return site === undefined ? origin !== `http://${host}` : site !== 'same-origin' && site !== 'none'
}
