import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'

/** Over a real connection: what is called in the process does not come by the counter. */
async function openCounter({
  app,
}: TestShop): Promise<(path: string, headers?: HeadersInit) => Promise<Response>> {
  app.counter.open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return (path, headers = {}) => fetch(`http://127.0.0.1:${port}${path}`, { headers })
}

/** Everything that was said, but what differs from one answer to the next by its nature. */
async function saidBy(answer: Response) {
  const { 'x-request-id': id, date: _, ...headers } = Object.fromEntries(answer.headers)
  return { id, said: { status: answer.status, headers, body: await answer.text() } }
}

onBothEngines('the second visitor is told exactly what the first was told', async shop => {
  const item = await shop.item({ availableQuantity: 3, description: 'long '.repeat(300) })
  const get = await openCounter(shop)
  for (const path of ['/api/items?limit=50', `/api/items/${item._id}`, '/api/reviews'])
    for (const encoding of ['identity', 'gzip', 'br']) {
      const first = await saidBy(await get(path, { 'accept-encoding': encoding }))
      const second = await saidBy(await get(path, { 'accept-encoding': encoding }))
      assert.deepEqual(second.said, first.said)
      assert.notEqual(second.id, first.id)
    }
})

/** Where serve() hands out nothing, the shop is asked each time. */
onBothEngines('what was said once is handed out without asking the shop', async shop => {
  let asked = 0
  shop.app.addHook('onRequest', async () => {
    asked++
  })
  const get = await openCounter(shop)
  const times = 20
  for (let time = 0; time < times; time++) assert.equal((await get('/api/items')).status, 200)
  // On PostgreSQL what is kept ends by itself after a while.
  assert.ok(asked < times, `${asked} of ${times}`)
})

/** Where serve() does not catch it, the error is nobody's and ends the process. */
onBothEngines('a database that cannot tell whether it has changed is spoken of as an outage', async shop => {
  const get = await openCounter(shop)
  assert.equal((await get('/api/items')).status, 200)
  shop.deps.db.versions.of = () => {
    throw Object.assign(new Error('disk i/o error'), { errcode: 10 })
  }
  assert.equal((await get('/api/items')).status, 503)
})

/** Without the look at isCurrent the fourth unit is still there after it was sold. */
onBothEngines('nothing is handed out that is no longer true', async shop => {
  const item = await shop.item({ availableQuantity: 4 })
  const buyer = await shop.customer()
  const get = await openCounter(shop)
  const inStock = async () => {
    const answer = await get(`/api/items/${item._id}`)
    return ((await answer.json()) as { availableQuantity: number }).availableQuantity
  }
  for (const left of [4, 4]) assert.equal(await inStock(), left)
  assert.equal((await buyer.order(item)).statusCode, 201)
  for (const left of [3, 3]) assert.equal(await inStock(), left)
})

onBothEngines('a browser that has the answer already is told so', async shop => {
  await shop.item()
  const get = await openCounter(shop)
  const etag = (await get('/api/items')).headers.get('etag') ?? ''
  for (const _ of ['asked', 'asked again']) {
    const answer = await get('/api/items', { 'if-none-match': etag })
    assert.deepEqual([answer.status, answer.headers.get('etag'), await answer.text()], [304, etag, ''])
  }
})

onBothEngines('only what is the same for everybody is laid ready', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const item = await shop.item()
  await ann.order(item)
  const get = await openCounter(shop)
  const path = `/api/myBooking/${encodeURIComponent(ann.email)}`
  const as = (customer: { token: string }) => get(path, { authorization: `Bearer ${customer.token}` })
  assert.equal((await as(ann)).status, 200)
  assert.equal((await as(bob)).status, 403)
  assert.equal((await get(path)).status, 401)
})

onBothEngines('what is handed out is counted', async shop => {
  const get = await openCounter(shop)
  for (const _ of [1, 2, 3]) await (await get('/api/items')).text()
  const metrics = await (await get('/api/metrics')).text()
  assert.match(metrics, /tuckshop_requests_total\{method="GET",route="\/items",status="2xx"\} 3\n/)
})

/** Fails where what lies ready is found by its address alone: a browser gets bytes that it cannot read. */
onBothEngines('each browser gets the answer in a way that it can read', async shop => {
  await shop.item({ description: 'long '.repeat(300) })
  const get = await openCounter(shop)
  const as = async (encoding: string) => {
    const answer = await get('/api/items', { 'accept-encoding': encoding })
    const [item] = (await answer.json()) as { name: string }[]
    return [answer.headers.get('content-encoding'), item?.name]
  }
  for (const _ of ['made', 'ready']) {
    assert.deepEqual(await as('br'), ['br', 'Test Tray'])
    assert.deepEqual(await as('gzip'), ['gzip', 'Test Tray'])
    assert.deepEqual(await as('identity'), [null, 'Test Tray'])
    assert.deepEqual(await as('gzip, br'), ['br', 'Test Tray'])
  }
})

/** Fails where whatever is asked of the address is answered with what lies ready. */
onBothEngines('what lies ready is for those who only look', async shop => {
  const boss = await shop.customer()
  const item = await shop.item()
  const get = await openCounter(shop)
  const path = `/api/items/${item._id}`
  for (const _ of ['made', 'ready']) assert.equal((await get(path)).status, 200)
  const { port } = shop.app.server.address() as AddressInfo
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const headers = { authorization: `Bearer ${boss.token}` }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers })
    assert.equal(answer.status, 404, method)
  }
})
