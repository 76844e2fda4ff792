import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { AnswerCache } from '../cache/answer-cache.ts'
import { CachedAnswer, sendCached } from '../cache/cached-answer.ts'
import { ownOrigin } from '../http/origin.ts'

/** A sitemap may name 50,000 addresses; so many items are a megabyte, which is made anew and kept. */
export const mostSitemapItems = 10_000

/** What search engines may find, and when it has changed. */
export interface Findable {
  paths(): Promise<readonly string[]>
  version(): number
  withdrawals(): number
}

/** Made anew four times an hour at most, whoever asks for it; what was taken from the public is out of it at once. */
const sitemapLimits = { most: 3, bytes: 2 * 2 ** 20, lagMs: 3_600_000 }

/** What search engines may read: the pages that tell something to whoever is not signed in. */
export function serveRobots(
  app: FastifyInstance,
  publicUrl: string | undefined,
  { paths, version, withdrawals }: Findable,
): void {
  app.get('/robots.txt', { config: { access: 'page' } }, async (request, reply) => {
    const origin = ownOrigin(request, publicUrl)
    const lines = ['User-agent: *', 'Disallow: /api/', 'Disallow: /dashboard']
    if (origin) lines.push(`Sitemap: ${origin}/sitemap.xml`)
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`)
  })

  const sitemaps = new AnswerCache(version, { ...sitemapLimits, withdrawals })
  app.get('/sitemap.xml', { config: { access: 'page' } }, async (request, reply) => {
    const origin = ownOrigin(request, publicUrl)
    if (!origin) throw new Refusal('not_found', 'There is nothing here.')
    const { answer } = await sitemaps.get(origin, async () => sitemapOf(origin, await paths()))
    // It depends on the name under which the shop was asked, which nobody looks at before the router.
    return sendCached(request, reply, { answer, isCurrent: () => false })
  })
}

function sitemapOf(origin: string, paths: readonly string[]): CachedAnswer {
  const entries = paths.map(path => `  <url><loc>${origin}${path}</loc></url>\n`)
  return new CachedAnswer(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('')}</urlset>\n`,
    { 'content-type': 'application/xml; charset=utf-8' },
  )
}
