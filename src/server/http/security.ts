import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { checkOrigin } from './origin.ts'

/** Said with every answer. Pages add their own content policy; everything else may load nothing at all. */
const headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const twoYears = 63_072_000

export function secure(app: FastifyInstance, { config }: Deps): void {
  const https = config.publicUrl?.startsWith('https:')
    ? { 'strict-transport-security': `max-age=${twoYears}` }
    : {}
  const all = { ...headers, ...https }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(all)
    checkOrigin(request, config.publicUrl)
  })
}

/** A page may load what the shop itself serves, and run only the inline scripts whose hashes are given. */
export function pagePolicy(scriptHashes: readonly string[]): string {
  const scripts = ["'self'", ...scriptHashes.map(hash => `'${hash}'`)].join(' ')
  return [
    "default-src 'none'",
    `script-src ${scripts}`,
    "style-src 'self'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
