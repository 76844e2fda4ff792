import type { FastifyInstance, FastifyRequest } from 'fastify'

/** APIs that the shop's pages call from their ownHosts origin, like those of the real providers. */
const crossOriginPaths = /^\/(v1|imgbb\/1\/upload)(\/|\?|$)/

const ownHosts = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/

/**
 * A page of another site must neither read nor change anything in a running sandbox. DNS rebinding would let it read, so
 * every request needs one of the sandbox's ownHosts host names. Changes are checked by the origin headers of browsers; programs
 * such as the shop and its tests send none, and pass.
 */
export function refuseOtherOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!ownHosts.test(request.headers.host ?? ''))
      return reply
        .code(403)
        .type('text/plain')
        .send('Open the sandbox at http://localhost. It has no other name.')
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || crossOriginPaths.test(request.url)) return
    if (isForeign(request)) return reply.code(403).type('text/plain').send('Not from another site.')
  })
}

function isForeign({ headers }: FastifyRequest): boolean {
  const { origin, host = '', 'sec-fetch-site': site } = headers
  if (origin === undefined && site === undefined) return false
  return site === undefined ? origin !== `http://${host}` : site !== 'same-origin' && site !== 'none'
}
