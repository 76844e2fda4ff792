import assert from 'node:assert/strict'
import { test } from 'vitest'
import { eventually, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { confirmPaid, paid, placeTestOrder, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { Database } from '../../db/engine/database.ts'
import { openPostgres } from '../../db/engine/postgres.ts'
import { depsOf } from '../../process/open-shop.ts'

const url = '/api/metrics'

const scrape = async (shop: Pick<TestShop, 'call'>) => (await shop.call({ url })).body

/** The value of a metric with its labels. */
const figure = (text: string, name: string) =>
  Number(
    text
      .split('\n')
      .find(line => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  )

onSqlite('metrics are valid text, counted by route, and unknown URLs add no series', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  await ann.order(item)
  await ann.order(item, 1, {}, { 'idempotency-key': 'k1' })
  await ann.order(item, 1, {}, { 'idempotency-key': 'k1' })
  await ann.order(item, 999)
  for (let n = 0; n < 5; n++) await shop.call({ url: `/api/items/${item._id}?x=${n}` })
  const before = (await scrape(shop)).split('\n').length
  for (let n = 0; n < 50; n++) await shop.call({ url: `/api/strange-${n}`, method: n % 2 ? 'GET' : 'PUT' })
  const text = await scrape(shop)
  for (const line of text.trimEnd().split('\n'))
    assert.match(line, /^(# (HELP|TYPE) \w+ .+|\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? -?[\d.e+-]+)$/)
  assert.ok(text.split('\n').length - before < 40, 'fifty strange addresses are one route')
  assert.equal(figure(text, 'tuckshop_requests_total{method="GET",route="/items/{id}",status="2xx"}'), 6)
  assert.equal(figure(text, 'tuckshop_requests_total{method="POST",route="/booking",status="4xx"}'), 1)
  assert.equal(figure(text, 'tuckshop_request_seconds_count{method="POST",route="/booking"}'), 4)
  assert.equal(figure(text, 'tuckshop_request_seconds_bucket{method="POST",route="/booking",le="+Inf"}'), 4)
  assert.equal(figure(text, 'tuckshop_orders_total{event="placed"}'), 2, 'a repeated order is one order')
  assert.equal(figure(text, 'tuckshop_live_holds'), 2)
  assert.equal(figure(text, 'tuckshop_sessions'), 1)
  assert.equal(figure(text, 'tuckshop_outbox_depth'), 0)
  assert.equal(figure(text, 'tuckshop_database_up'), 1)
  assert.ok(figure(text, 'process_resident_memory_bytes') > 1e6)
  assert.ok(text.includes(`engine="${shop.engine}"`))
  assert.equal(figure(text, 'tuckshop_commits_total') > 0, shop.engine === 'sqlite')
})

/** Without the check of the headers (passedOn), forwarded requests get in. */
onSqlite('metrics are for this machine and for admins, not for a local proxy', async shop => {
  const ask = async (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    (await shop.call({ url, headers: { host: 'localhost:3000', ...headers }, remoteAddress })).statusCode
  assert.equal(await ask(), 200)
  assert.equal(await ask({}, '::1'), 200)
  assert.equal(await ask({}, '192.0.2.7'), 401)
  assert.equal(await ask({ host: 'evil.example' }), 401, 'a name that was made to point here')
  for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via', 'x-forwarded-host'])
    assert.equal(await ask({ [name]: '127.0.0.1' }), 401, name)
  assert.equal(await ask({ 'x-forwarded-for': '127.0.0.1' }, '192.0.2.7'), 401)
  const ann = await shop.customer()
  assert.equal(await ask({ authorization: `Bearer ${ann.token}` }, '192.0.2.7'), 403)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ admin_since: 1 }).execute())
  assert.equal(await ask({ authorization: `Bearer ${ann.token}` }, '192.0.2.7'), 200)
})

const metricsToken = 'a-token-of-the-metrics'

/** Fails if the token opens more than the metrics, or if a part of it is enough. */
onSqlite(
  'the metrics token opens the metrics and nothing else',
  async shop => {
    const ask = async (token: string, path = url) => {
      const headers = { host: 'shop.example', authorization: `Bearer ${token}` }
      return (await shop.call({ url: path, headers, remoteAddress: '192.0.2.7' })).statusCode
    }
    assert.equal(await ask(metricsToken), 200)
    for (const wrong of ['', metricsToken.slice(0, -1), `${metricsToken}x`, 'undefined'])
      assert.equal(await ask(wrong), 401, wrong)
    assert.equal(await ask(metricsToken, '/api/users'), 401)
  },
  { METRICS_TOKEN: metricsToken, PUBLIC_URL: 'https://shop.example' },
)

onSqlite('refusals are counted by their code', async shop => {
  const ann = await shop.customer()
  await ann.order(await shop.item(), 999)
  for (let n = 0; n < 2; n++) await shop.call({ url: '/api/users' })
  const text = await scrape(shop)
  assert.equal(figure(text, 'tuckshop_refusals_total{code="out_of_stock"}'), 1)
  assert.equal(figure(text, 'tuckshop_refusals_total{code="signed_out"}'), 2)
})

test('a shop with a public address or proxies does not trust loopback alone', async () => {
  for (const settings of [{ PUBLIC_URL: 'https://shop.example' }, { TRUSTED_PROXIES: '127.0.0.1' }]) {
    const config = readConfig({ LOG_LEVEL: 'silent', ...settings })
    const db = new Database(openPostgres('postgres://shop@127.0.0.1:1/none', () => undefined))
    const app = buildApp(depsOf(config, db))
    assert.equal((await app.inject({ url, headers: { host: '127.0.0.1:3000' } })).statusCode, 401)
    await app.close()
    await db.close()
  }
})

test('without its database the shop still reports its other metrics', async () => {
  const db = new Database(openPostgres('postgres://shop@127.0.0.1:1/none', () => undefined))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db))
  const { statusCode, body } = await app.inject({ url })
  assert.equal(statusCode, 200)
  assert.equal(figure(body, 'tuckshop_database_up'), 0)
  await app.close()
  await db.close()
})

withCardsOnSqlite('a payment is counted once, however often its event arrives', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  assert.equal(figure(await scrape(shop), 'tuckshop_payments_open'), 1)
  await shop.charge(intent)
  await Promise.all([1, 2, 3].map(() => confirmPaid(ann, order._id, intent)))
  await eventually(paid(ann, order._id), 'the order to be paid')
  const text = await scrape(shop)
  assert.equal(figure(text, 'tuckshop_payments_total{outcome="kept"}'), 1)
  assert.equal(figure(text, 'tuckshop_payments_total{outcome="refunded"}'), 0)
  assert.equal(figure(text, 'tuckshop_outbox_depth'), 1)
})
