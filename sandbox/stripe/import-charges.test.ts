import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import type { ImportedCharge } from './import-charges.ts'
import { Opened } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

const charge: ImportedCharge = {
  intentId: 'pi_demo_1001',
  amount: 6250,
  currency: 'usd',
  at: Date.parse('2026-10-01T09:30:00.500Z'),
  description: '2 × Mug',
  email: 'ann@example.com',
  metadata: { bookingId: 'b1', paymentId: 'p1' },
  refunds: [{ id: 're_demo_1001', amount: 1000, at: Date.parse('2026-10-05T09:30:00Z') }],
}

const importAll = (...charges: ImportedCharge[]) =>
  fetch(`${sandbox.url}/stripe/import`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(charges),
  })

test('imported charges can be listed and refunded, and send no events', async () => {
  assert.equal((await importAll(charge)).status, 204)
  assert.equal((await importAll(charge, { ...charge, intentId: 'pi_demo_1002', refunds: [] })).status, 204)
  const { stripe } = sandbox
  const intent = await stripe.paymentIntents.retrieve('pi_demo_1001')
  assert.deepEqual(
    [intent.status, intent.amount_received, intent.metadata, intent.created],
    ['succeeded', 6250, charge.metadata, Math.floor(charge.at / 1000)],
  )
  const since = { gte: Math.floor(charge.at / 1000) }
  const listed = await stripe.paymentIntents.list({ created: since, limit: 10 })
  assert.deepEqual(
    listed.data.map(({ id }) => id),
    ['pi_demo_1002', 'pi_demo_1001'],
  )
  assert.deepEqual((await stripe.paymentIntents.list({ created: { gt: since.gte } })).data, [])
  const [known] = (await stripe.refunds.list({ payment_intent: 'pi_demo_1001' })).data
  assert.deepEqual([known?.id, known?.amount, known?.status], ['re_demo_1001', 1000, 'succeeded'])
  const rest = await stripe.refunds.create({ payment_intent: 'pi_demo_1001' })
  assert.deepEqual([rest.amount, rest.status], [5250, 'succeeded'])
  await assert.rejects(stripe.refunds.create({ payment_intent: 'pi_demo_1001' }), {
    code: 'charge_already_refunded',
  })
  const events = (await stripe.events.list({ limit: 100 })).data.map(({ type }) => type)
  assert.ok(!events.includes('payment_intent.succeeded'), events.join())
})
