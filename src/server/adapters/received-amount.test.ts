import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { StripeCards } from './cards-stripe.ts'

/** The payment that the adapter reads from a provider that returns this intent. */
async function paymentOf(intent: object) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(intent))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const cards = new StripeCards({
    secretKey: 'sk_test_1',
    publishableKey: 'pk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: `http://127.0.0.1:${port}`,
    scriptUrl: undefined,
  })
  try {
    return await cards.find('pi_1')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const intent = {
  id: 'pi_1',
  object: 'payment_intent',
  amount: 3700,
  currency: 'usd',
  metadata: { bookingId: 'b1', paymentId: 'p1' },
  client_secret: 'pi_1_secret_1',
}

/** Fails if the requested amount counts instead of the received one: a dollar would pay for an order of $37. */
test('the amount of a successful payment is the amount received', async () => {
  const part = await paymentOf({ ...intent, status: 'succeeded', amount_received: 100 })
  assert.deepEqual([part?.status, part?.amount, part?.orderIds], ['succeeded', 100, ['b1']])
  const whole = await paymentOf({ ...intent, status: 'succeeded', amount_received: 3700 })
  assert.equal(whole?.amount, 3700)
  const open = await paymentOf({ ...intent, status: 'requires_payment_method', amount_received: 0 })
  assert.deepEqual([open?.status, open?.amount], ['open', 3700])
})
