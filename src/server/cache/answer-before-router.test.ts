import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { eventually } from '../../../tests/helpers/paying-shop.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { usualLimits } from '../limits/limits.ts'

/** Over a real connection: what is called in the process goes the router's way. */
async function connect({
  app,
}: Pick<TestShop, 'app'>): Promise<
  (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>
> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return (path, headers = {}, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { headers, method })
}

/** The lines of the log from now on, without what differs from one request to the next by its nature. */
function linesOf({ app }: TestShop): string[] {
  const lines: string[] = []
  const stream = Object.getOwnPropertySymbols(app.log).find(
    ({ description }) => description === 'pino.stream',
  )
  assert.ok(stream)
  const write = (line: string) => {
    const { time, ms, reqId, ...rest } = JSON.parse(line)
    lines.push(JSON.stringify([Object.keys(JSON.parse(line)), typeof time, typeof ms, typeof reqId, rest]))
  }
  Object.assign(app.log, { [stream]: { write } })
  return lines
}

const countOf = ({ deps }: TestShop) =>
  deps.metrics.routes
    .families()
    .flatMap(({ samples }) => samples)
    .filter(([series]) => /^tuckshop_request(s_total|_seconds_count)/.test(series))
    .reduce((sum, [, value]) => sum + value, 0)

/** Everything that an answer consists of, and what it left behind. */
async function everythingOf(shop: TestShop, lines: string[], ask: () => Promise<Response>) {
  const [told, counted] = [lines.length, countOf(shop)]
  const answer = await ask()
  const body = await answer.text()
  const { 'x-request-id': id, date: _, ...headers } = Object.fromEntries(answer.headers)
  // The router's way counts when the last byte has gone.
  await eventually(async () => countOf(shop) > counted, 'the answer to be counted')
  const seen = {
    status: answer.status,
    headers,
    body,
    log: lines.slice(told),
    counts: countOf(shop) - counted,
  }
  return { id, seen }
}

/** Each is asked twice: the first time the router answers, the second time nobody gets that far. */
for (const level of ['trace', 'info', 'warn'])
  onSqlite(
    `what is given before the router is what the router gave, logs at ${level} included`,
    async shop => {
      let routed = 0
      shop.app.addHook('onRequest', async () => {
        routed++
      })
      const item = await shop.item({ availableQuantity: 3, description: 'long '.repeat(300) })
      const get = await connect(shop)
      const lines = linesOf(shop)
      for (const path of ['/api/items?limit=50', `/api/items/${item._id}`, '/api/reviews', '/api/items'])
        for (const encoding of ['identity', 'gzip', 'br']) {
          const etag = (await shop.call({ url: path, headers: { 'accept-encoding': encoding } })).headers.etag
          for (const known of ['"another"', String(etag)]) {
            const headers = {
              'accept-encoding': encoding,
              'if-none-match': known,
              'x-request-id': 'given-id',
            }
            const tables = new Set(['items', 'reviews'])
            shop.deps.db.versions.changed({ tables, items: 'any', withdraws: false })
            const before = routed
            const first = await everythingOf(shop, lines, () => get(path, headers))
            assert.equal(routed - before, 1)
            const second = await everythingOf(shop, lines, () => get(path, headers))
            // On PostgreSQL what is kept ends by itself after a while.
            if (shop.engine === 'sqlite') assert.equal(routed - before, 1, `${path} came to the router twice`)
            assert.deepEqual(second, first)
            assert.equal(first.seen.log.length, level === 'warn' ? 0 : 1)
          }
        }
      const plain = await get('/api/items')
      assert.notEqual(
        plain.headers.get('x-request-id'),
        (await get('/api/items')).headers.get('x-request-id'),
      )
    },
    { LOG_LEVEL: level, TRUSTED_PROXIES: '127.0.0.1' },
  )

/** Fails where what is remembered is given whatever else the shop has to do. */
onSqlite('a shop with too much to do answers the router’s way', async ({ deps }) => {
  const app = buildApp(deps, { ...usualLimits, work: 3 })
  try {
    let working = 0
    const gate = Promise.withResolvers<void>()
    app.get('/slow', { config: { access: 'anyone' } }, async () => {
      working++
      await gate.promise
      return 'done'
    })
    const get = await connect({ app })
    const status = async (path: string) => {
      const answer = await get(path)
      await answer.text()
      return answer.status
    }
    for (const _ of ['routed', 'remembered']) assert.equal(await status('/api/items'), 200)
    const slow = [1, 2, 3].map(() => status('/slow'))
    await eventually(async () => working === 3, 'three to be worked on')
    assert.equal(await status('/api/items'), 503)
    gate.resolve()
    assert.deepEqual(await Promise.all(slow), [200, 200, 200])
    assert.equal(await status('/api/items'), 200)
  } finally {
    await app.close()
  }
})

/** Where isCurrent() does not catch it, the error is nobody's and ends the process. */
onBothEngines('a database that cannot tell whether it has changed is spoken of as an outage', async shop => {
  const get = await connect(shop)
  assert.equal((await get('/api/items')).status, 200)
  shop.deps.db.versions.of = () => {
    throw Object.assign(new Error('disk i/o error'), { errcode: 10 })
  }
  assert.equal((await get('/api/items')).status, 503)
})

/** Without the look at isCurrent the fourth unit is still there after it was sold. */
onSqlite('nothing is given that is no longer true', async shop => {
  const item = await shop.item({ availableQuantity: 4 })
  const buyer = await shop.customer()
  const get = await connect(shop)
  const inStock = async () => {
    const answer = await get(`/api/items/${item._id}`)
    return ((await answer.json()) as { availableQuantity: number }).availableQuantity
  }
  for (const left of [4, 4]) assert.equal(await inStock(), left)
  assert.equal((await buyer.order(item)).statusCode, 201)
  for (const left of [3, 3]) assert.equal(await inStock(), left)
})

onSqlite('a browser that has the answer already is told so', async shop => {
  await shop.item()
  const get = await connect(shop)
  const etag = (await get('/api/items')).headers.get('etag') ?? ''
  for (const _ of ['asked', 'asked again']) {
    const answer = await get('/api/items', { 'if-none-match': etag })
    assert.deepEqual([answer.status, answer.headers.get('etag'), await answer.text()], [304, etag, ''])
  }
})

onSqlite('only what is the same for everybody is remembered', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const item = await shop.item()
  await ann.order(item)
  const get = await connect(shop)
  const path = `/api/myBooking/${encodeURIComponent(ann.email)}`
  const as = (customer: { token: string }) => get(path, { authorization: `Bearer ${customer.token}` })
  assert.equal((await as(ann)).status, 200)
  assert.equal((await as(bob)).status, 403)
  assert.equal((await get(path)).status, 401)
})

onSqlite('what is given before the router is counted', async shop => {
  const get = await connect(shop)
  for (const _ of [1, 2, 3]) await (await get('/api/items')).text()
  const metrics = await (await get('/api/metrics')).text()
  assert.match(metrics, /tuckshop_requests_total\{method="GET",route="\/items",status="2xx"\} 3\n/)
})

/** Fails where what is remembered is found by its address alone: a browser gets bytes that it cannot read. */
onSqlite('each browser gets the answer in a way that it can read', async shop => {
  await shop.item({ description: 'long '.repeat(300) })
  const get = await connect(shop)
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

/** Fails where whatever is asked of the address is answered with what is remembered. */
onSqlite('what is remembered is for those who only look', async shop => {
  const boss = await shop.customer()
  const item = await shop.item()
  const get = await connect(shop)
  const path = `/api/items/${item._id}`
  for (const _ of ['made', 'ready']) assert.equal((await get(path)).status, 200)
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
    const answer = await get(path, { authorization: `Bearer ${boss.token}` }, method)
    assert.equal(answer.status, 404, method)
  }
})
