import type { FastifyInstance } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import { ownOrigin } from '../http/origin.ts'

/** What search engines may read: the pages that a visitor sees without signing in. */
export function serveRobots(
  app: FastifyInstance,
  publicUrl: string | undefined,
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
    const entries = (await paths()).map(path => `  <url><loc>${origin}${path}</loc></url>`)
    return reply
      .type('application/xml; charset=utf-8')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
      )
  })
}
