import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { ProviderBusy, ProviderDown } from './cards.ts'
import { StripeCards } from './cards-stripe.ts'

const configAt = (port: number) => ({
  secretKey: 'sk_test_x',
  publishableKey: 'pk_test_x',
  webhookSecret: 'whsec_x',
  apiBase: `http://127.0.0.1:${port}`,
  scriptUrl: undefined,
})

/** Fails if a provider that keeps failing is still called, with a timeout for every visitor. */
test('after several failures in a row the provider is not called for a while', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    const fault = JSON.stringify({ error: { type: 'api_error', message: 'Sorry.' } })
    response.writeHead(500, { 'content-type': 'application/json', 'stripe-should-retry': 'false' }).end(fault)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const cards = new StripeCards(configAt(port), { failures: 2, pauseMs: 3_600_000 })
  const failure = async () => {
    const error = await cards.find('pi_1').catch((reason: unknown) => reason)
    assert.ok(error instanceof ProviderDown, String(error))
  }
  try {
    await failure()
    await failure()
    const before = asked
    await failure()
    assert.equal(asked, before)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

/** Fails if a key is given up after an error that the provider has not stored: a late request would be carried out. */
test('a key is spent once the provider repeats its error', async t => {
  const answers: Record<string, string>[] = [{}, { 'idempotent-replayed': 'true' }]
  const server = createServer((_, response) => {
    const fault = JSON.stringify({ error: { type: 'api_error', message: 'Sorry.' } })
    const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false', ...answers.shift() }
    response.writeHead(500, headers).end(fault)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const cards = new StripeCards(configAt(port))
  for (const isSpent of [false, true])
    await assert.rejects(
      cards.refund({ intentId: 'pi_1', refundId: 'refund', key: 'refund-1' }),
      error => error instanceof ProviderDown && error.keyIsSpent === isSpent,
    )
})

/** Fails if a 429 counts as a failure: one buyer could cause a few of them and stop all payments. */
test('a rate limit of the provider does not open the breaker', async t => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    const fault = JSON.stringify({ error: { type: 'invalid_request_error', code: 'rate_limit' } })
    response.writeHead(429, { 'content-type': 'application/json', 'stripe-should-retry': 'false' }).end(fault)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const cards = new StripeCards(configAt(port), { failures: 2, pauseMs: 3_600_000 })
  for (let n = 1; n <= 4; n++) {
    await assert.rejects(cards.find('pi_1'), ProviderBusy)
    assert.equal(asked, n)
  }
})
