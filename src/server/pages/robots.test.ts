import assert from 'node:assert/strict'
import Fastify from 'fastify'
import { test } from 'vitest'
import { ResponseCache } from '../cache/response-cache.ts'
import { sendError } from '../http/problems.ts'
import { serveRobots, sitemapLimits } from './robots.ts'

async function ask(url: string, host: string, publicUrl?: string) {
  const app = Fastify()
  app.setErrorHandler(sendError)
  const sitemaps = new ResponseCache({ onCatalogueChange: () => undefined }, sitemapLimits)
  serveRobots(app, publicUrl, sitemaps, async () => ['/', '/team'])
  const answer = await app.inject({ url, headers: { host } })
  await app.close()
  return answer
}

/** Fails if a line is missing: status and type alone do not show what a search engine may read. */
test('search engines may not read the API and the dashboard', async () => {
  const { headers, body } = await ask('/robots.txt', 'localhost:3000', 'https://shop.example')
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.deepEqual(body.split('\n'), [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /dashboard',
    'Sitemap: https://shop.example/sitemap.xml',
    '',
  ])
  assert.doesNotMatch((await ask('/robots.txt', 'evil.example')).body, /Sitemap/)
})

test('the sitemap lists full addresses of this shop, and none of a foreign host name', async () => {
  const { headers, body } = await ask('/sitemap.xml', 'localhost:3000')
  assert.equal(headers['content-type'], 'application/xml; charset=utf-8')
  assert.deepEqual(
    [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address),
    ['http://localhost:3000/', 'http://localhost:3000/team'],
  )
  const foreign = await ask('/sitemap.xml', 'evil.example')
  assert.deepEqual([foreign.statusCode, foreign.json().code], [404, 'not_found'])
})
