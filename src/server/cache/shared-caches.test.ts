import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { apiRoot } from '#contract/endpoint.ts'
import { namedCalls } from '#contract/index.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../tests/helpers/small-web.ts'
import { servePages } from '../pages/pages.ts'

const publicCaching = 'max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=60'

/** Over a real connection. */
async function connect({ app, deps }: TestShop) {
  servePages(app, deps, async () => smallWeb(async () => 'page'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
    await answer.text()
    return answer.headers.get('cache-control')
  }
}

/** Fails if the header is cached with the response: the first visitor would then decide for all. */
onSqlite('shared caches may store public responses, unless the request had credentials', async shop => {
  const ask = await connect(shop)
  const { _id } = await shop.item()
  const ann = await shop.customer()
  const credentials = [
    { authorization: `Bearer ${ann.token}` },
    { authorization: 'Bearer nobody' },
    { cookie: 'tuckshop_device=x' },
  ]
  const paths = ['/', `/items/${_id}`, '/items/never-was', '/sitemap.xml', '/api', '/api/openapi.json']
  for (const path of [...paths, '/api/items?limit=5', `/api/items/${_id}`, '/api/reviews'])
    for (const _ of ['made', 'cached']) {
      for (const headers of credentials) assert.equal(await ask(path, headers), 'private, no-cache', path)
      assert.equal(await ask(path), publicCaching, path)
      assert.equal(await ask(path, { 'if-none-match': '*' }), publicCaching, path)
    }
})

onSqlite('shared caches store no response of a private call', async shop => {
  const admin = await newAdmin(shop)
  const own = namedCalls.filter(({ call: { method, who } }) => method === 'GET' && who !== 'anyone')
  assert.ok(own.length > 10)
  for (const { call } of own) {
    const url = `${apiRoot}${call.path.replace(/\{\w+\}/g, encodeURIComponent(admin.email))}`
    for (const answer of [await admin.call('GET', url), await shop.call({ url })])
      assert.equal(answer.headers['cache-control'], 'no-store', url)
  }
})

onSqlite(
  'shared caches store no refusal, no response to an admin and no response with a cookie',
  async shop => {
    const ask = await connect(shop)
    const admin = await newAdmin(shop)
    assert.equal(await ask('/api/items/never-was'), null)
    assert.equal(await ask('/api/items?limit=none'), null)
    assert.equal(
      await ask('/api/reviews?hidden=true', { authorization: `Bearer ${admin.token}` }),
      'no-store',
    )
    const body = { email: 'new@example.com', password: 'teapot-9', name: 'New' }
    const entered = await shop.call({ method: 'POST', url: '/api/auth/sign-up', body })
    assert.ok(entered.headers['set-cookie'], entered.body)
    assert.doesNotMatch(String(entered.headers['cache-control']), /s-maxage|public/)
  },
)
