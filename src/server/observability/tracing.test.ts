import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { addCardsAndEmail } from '../../../tests/helpers/card-shop.ts'
import { openCollector, type ReceivedSpan } from '../../../tests/helpers/collector.ts'
import { orderOf } from '../../../tests/helpers/customers.ts'
import { engines } from '../../../tests/helpers/databases.ts'
import { intentOf } from '../../../tests/helpers/paying.ts'
import { type OpenedShop, openTestShop } from '../../../tests/helpers/shop.ts'
import { sendOutbox } from '../jobs/send-outbox.ts'
import { openTracing } from './open-tracing.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
/** The headers of a proxy that continues a trace. */
const proxyHeaders = { 'x-forwarded-for': '203.0.113.5', traceparent: `00-${traceId}-b7ad6b7169203331-01` }

/** The path of each span: its ancestors and its own name. */
function paths(spans: readonly ReceivedSpan[]): string[] {
  const pathOf = (span: ReceivedSpan): string => {
    const parent = spans.find(({ spanId }) => spanId === span.parentSpanId)
    return parent ? `${pathOf(parent)} > ${span.name}` : span.name
  }
  return spans.map(pathOf)
}

/** Over a real connection, where the body arrives after the headers. */
async function purchase(shop: OpenedShop) {
  const paying = await addCardsAndEmail(shop)
  try {
    const item = await paying.item()
    const ann = await paying.customer()
    const { port } = paying.app.server.address() as AddressInfo
    const headers = {
      ...proxyHeaders,
      authorization: `Bearer ${ann.token}`,
      'content-type': 'application/json',
    }
    const call = async (method: string, path: string, body: object) => {
      const url = `http://127.0.0.1:${port}/api${path}`
      return (await fetch(url, { method, headers, body: JSON.stringify(body) })).json()
    }
    const order = (await call('POST', '/booking', orderOf(item, ann.email, 1))) as { _id: string }
    const intent = (await call('POST', '/create-payment-intent', order)) as { clientSecret: string }
    const transactionId = intentOf(intent.clientSecret)
    await paying.charge(transactionId)
    await call('PATCH', `/booking/${order._id}`, { bookingId: order._id, transactionId })
    await sendOutbox(paying.deps, paying.deps.mail)
    return { ann, order }
  } finally {
    await paying.closeCards()
  }
}

/** Fails if the current span is lost on the way: child spans are missing, or begin their own traces. */
for (const engine of engines)
  test(`a purchase is one trace, from the request to the commit and the card provider [${engine}]`, async t => {
    const collector = await openCollector()
    t.onTestFinished(() => void collector.close())
    const shop = await openTestShop(engine, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      TRUSTED_PROXIES: '127.0.0.1',
    })
    const { ann, order } = await purchase(shop)
    await shop.close()
    await shop.deps.tracing.stop()

    const tracedPaths = paths(collector.spans.filter(span => span.traceId === traceId))
    for (const path of [
      'POST /api/booking',
      'POST /api/booking > transaction',
      'POST /api/booking > transaction > queue',
      'POST /api/booking > transaction > commit',
      'POST /api/create-payment-intent > cards.start',
      'POST /api/create-payment-intent > transaction > commit',
      'PATCH /api/booking/:id > cards.find',
      'PATCH /api/booking/:id > transaction > queue',
    ])
      assert.ok(tracedPaths.includes(path), `${path} is missing in\n${tracedPaths.join('\n')}`)
    // A job sends the email later: it has its own trace.
    const mail = collector.spans.find(({ name }) => name === 'mail.send')
    assert.deepEqual([mail?.parentSpanId ?? '', mail?.kind], ['', 3])
    const everything = collector.bodies.join()
    // In 6ceb9a3 spans had no attribute of the shop except its name.
    for (const fact of [
      'service.name',
      'service.version',
      'service.instance.id',
      'deployment.environment.name',
    ])
      assert.match(everything, new RegExp(`POST /v1/traces .*"${fact}"`))
    for (const secret of [ann.email, ann.token, order._id]) assert.ok(!everything.includes(secret), secret)
  })

test('traces distinguish refusals from faults, and ignore the traceparent of an untrusted client', async t => {
  const collector = await openCollector()
  t.onTestFinished(() => void collector.close())
  const shop = await openTestShop('sqlite', { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint })
  shop.app.get('/broken', { config: { access: 'anyone' } }, () => Promise.reject(new Error('a secret')))
  await shop.call({ url: '/api/users', headers: proxyHeaders })
  await shop.call({ url: '/broken' })
  await shop.close()
  await shop.deps.tracing.stop()
  const [refused, broken] = ['GET /api/users', 'GET /broken'].map(wanted =>
    collector.spans.find(({ name }) => name === wanted),
  )
  assert.notEqual(refused?.traceId, traceId)
  assert.equal(refused?.attributes['tuckshop.refusal'], 'signed_out')
  assert.equal(refused?.status.code, 0)
  assert.deepEqual(broken?.status, { code: 2, message: 'internal' })
  assert.doesNotMatch(collector.bodies.join(), /a secret/)
})

/** Fails if an unreachable collector stops the shop from working or closing, or is not reported. */
test('without its collector the shop continues, and warns once', async t => {
  const server = createServer((_, response) => response.writeHead(400).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.onTestFinished(() => void server.close())
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const warnings: unknown[] = []
  const tracing = await openTracing(
    { endpoint, serviceName: 'x', version: '1', mode: 'demo', share: 1 },
    error => warnings.push(error),
  )
  assert.equal(await tracing.part('mail.send', async () => 1, true), 1)
  await assert.rejects(
    tracing.part('mail.send', () => Promise.reject(new Error('x')), true),
    /x/,
  )
  await tracing.stop()
  assert.equal(warnings.length, 1)
})
