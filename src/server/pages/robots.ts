import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { CachedResponse, sendCached } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { ownOrigin } from '../http/origin.ts'

/** A sitemap may list 50,000 addresses, but this many items already take a megabyte. */
export const mostSitemapItems = 10_000

/** It takes longer to make than a page, and no visitor waits for it. */
export const sitemapLimits = { bytes: 3 * 2 ** 20, ttlMs: 60_000 }

/** Tells search engines what they may read: the pages that are useful without signing in. */
export function serveRobots(
  app: FastifyInstance,
  publicUrl: string | undefined,
  sitemaps: ResponseCache,
  paths: () => Promise<readonly string[]>,
): void {
  app.get('/robots.txt', { config: { access: 'page' } }, async (request, reply) => {
    const origin = ownOrigin(request, publicUrl)
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /dashboard']
    if (origin) lines.push(`Sitemap: ${origin}/sitemap.xml`)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  app.get('/sitemap.xml', { config: { access: 'page' } }, async (request, reply) => {
    const origin = ownOrigin(request, publicUrl)
    if (!origin) throw new Refusal('not_found', 'There is nothing here.')
    // Uses the host name of the request.
    return sendCached(
      request,
      reply,
      await sitemaps.get(origin, async () => sitemapOf(origin, await paths())),
    )
  })
}

function sitemapOf(origin: string, paths: readonly string[]): CachedResponse {
  const entries = paths.map(path => `  <url><loc>${origin}${path}</loc></url>\n`)
  return new CachedResponse(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
    { 'content-type': 'application/xml; charset=utf-8' },
  )
}
