import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { openCollector } from '../../../tests/helpers/collector.ts'
import { onSqlite, openTestShop, type TestShop } from '../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../tests/helpers/small-web.ts'
import { servePages } from './pages.ts'
import type { WebBuild } from './renderer.ts'

const small = smallWeb(async () => 'A page')

/** With a page inside a layout that has no path, and a page for all unknown addresses. */
const web = {
  ...small,
  routes: {
    ...small.routes,
    dashboard: { id: 'dashboard', parentId: 'root', path: 'dashboard' },
    signedIn: { id: 'signedIn', parentId: 'dashboard' },
    payment: { id: 'payment', parentId: 'signedIn', path: 'payment/:id' },
    rest: { id: 'rest', parentId: 'root', path: '*' },
  },
} as unknown as WebBuild

/** Over a real connection. */
async function withPages(shop: Pick<TestShop, 'app' | 'deps'>) {
  servePages(shop.app, shop.deps, async () => web)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  return async (path: string, method = 'GET') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method })
    return { status: answer.status, text: await answer.text() }
  }
}

/** 'GET page / 2xx: 2', without the other requests of this test. */
const counts = (metrics: string): string[] =>
  [...metrics.matchAll(/^tuckshop_requests_total\{method="(\w+)",route="([^"]*)",status="(\w+)"\} (\d+)$/gm)]
    .map(([, method, route, status, count]) => `${method} ${route} ${status}: ${count}`)
    .filter(line => !/^GET \/(metrics|items\/\{id\}) /.test(line))
    .sort()

/**
 * In 6ceb9a3 all of these are one route, `page`: metrics do not show which page is slow, or that a client tries
 * addresses.
 */
onSqlite('pages are counted by their pattern, and all unknown addresses as one', async shop => {
  const ask = await withPages(shop)
  const { _id } = await shop.item()
  for (const path of ['/', '/', `/items/${_id}`, '/ITEMS/never-was/', '/dashboard/payment/a-secret?x=1'])
    await ask(path)
  await ask('/', 'HEAD')
  const known = [
    'GET page / 2xx: 2',
    'GET page /dashboard/payment/{id} 2xx: 1',
    'GET page /items/{id} 2xx: 1',
    'GET page /items/{id} 4xx: 1',
    'HEAD page / 2xx: 1',
  ]
  assert.deepEqual(counts((await ask('/api/metrics')).text), known)
  for (let n = 0; n < 20; n++)
    for (const path of [`/wp-${n}.php`, `/a/${n}/:id`, `/api/none-${n}`, `/%2E/${n}`]) {
      const { status } = await ask(path, n % 5 === 0 ? 'PUT' : 'GET')
      assert.equal(status, 404, path)
    }
  assert.deepEqual(counts((await ask('/api/metrics')).text), ['ANY not found 4xx: 80', ...known])
})

/** Fails if the span has the server's single route for all pages. */
test('the trace of a page is named after its pattern', async t => {
  const collector = await openCollector()
  t.onTestFinished(() => void collector.close())
  const shop = await openTestShop('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  const ask = await withPages(shop)
  for (const path of ['/', '/items/never-was', '/nothing/here', '/up']) await ask(path)
  await shop.close()
  await shop.deps.tracing.stop()
  assert.deepEqual(
    collector.spans
      .filter(({ kind }) => kind === 2)
      .map(({ name, attributes }) => [name, attributes['http.route']]),
    [
      ['GET /', '/'],
      ['GET /items/:id', '/items/:id'],
      ['GET /*', '/*'],
      ['GET /up', '/up'],
    ],
  )
})
