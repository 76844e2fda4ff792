import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import { onSqlite } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { servePages } from '../pages/pages.ts'
import type { WebBuild } from '../pages/renderer.ts'

const long = 'x'.repeat(301)

const unknown: [InjectOptions['method'], string][] = [
  ['GET', '/api/'],
  ['GET', '/api/nothing'],
  ['GET', '/api/items/a/b'],
  ['HEAD', '/api/nothing'],
  ['POST', '/api/nothing'],
  ['PATCH', '/api'],
  ['DELETE', '/api/items'],
  ['PUT', '/api/booking'],
  ['GET', '/api/addItem'],
  ['OPTIONS', '/api/items'],
  ['GET', `/api/items/${long}`],
  ['HEAD', `/api/items/${long}`],
  ['GET', `/api/myBooking/${long}`],
  ['DELETE', `/api/item/${long}`],
  ['PUT', `/api/users/${long}`],
  ['GET', '//api/items'],
  ['GET', '/api//items'],
  ['GET', '/%61pi/nothing'],
  ['GET', '/api%2Fitems'],
  ['GET', '/api%2f'],
  ['GET', '/api%5Citems'],
  ['GET', '/x/../api/nothing'],
  ['GET', '/./api/nothing'],
  ['GET', '/x%2F..%2Fapi%2Fitems'],
  ['GET', '/API/items'],
]

/** If the page route handles everything else, most of these get a page. */
onSqlite('unknown addresses under /api get the response of a call, not a page', async shop => {
  const app = buildApp(shop.deps)
  let pages = 0
  servePages(app, shop.deps, async () => {
    pages++
    return Promise.reject<WebBuild>(new Error('no page was asked for'))
  })
  for (const [method, url] of unknown) {
    const answer = await app.inject({ method: method ?? 'GET', url, headers: { accept: 'text/html' } })
    const about = `${method} ${url.slice(0, 40)}`
    assert.equal(answer.statusCode, 404, about)
    assert.equal(answer.headers['content-type'], 'application/problem+json', about)
    if (method !== 'HEAD') assert.equal(answer.json().code, 'not_found', about)
  }
  assert.equal(pages, 0)
  for (const url of ['/apiary', '/items/api', '/api.html', '/x?y=/api/items']) {
    await app.inject({ url })
    assert.ok(pages > 0, url)
    pages = 0
  }
  for (const url of ['/%zz', '/api%2F%zz', '/%2F%E0%A4%A', '/api/%E0%A4%A', '/%2Fapi%2F%C0%AF', '/x%2F%ff'])
    assert.equal((await app.inject({ url })).statusCode, 400, url)
  await app.close()
})
