import assert from 'node:assert/strict'
import { afterAll, beforeAll, test } from 'vitest'
import { noFaults } from './fault-switches.ts'
import { Opened, until } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

const show = async () => (await fetch(`${sandbox.url}/stripe`)).text()

test('the dashboard shows payments, refunds and events, with HTML escaped', async () => {
  assert.match(await show(), /None yet/)
  const intent = await sandbox.stripe.paymentIntents.create({
    amount: 1999,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: 'pm_card_visa',
    description: '<script>alert(1)</script>',
    metadata: { order: '"><b>7</b>' },
  })
  const refund = await sandbox.stripe.refunds.create({ payment_intent: intent.id })
  await until('delivery', () => sandbox.deliveries.length === 6)
  const shown = await show()
  for (const text of [intent.id, refund.id, '$19.99', 'payment_intent.succeeded', '4242 4242 4242 4242']) {
    assert.ok(shown.includes(text), text)
  }
  assert.ok(!shown.includes('<script>') && !shown.includes('<b>7'))
})

test('the form sets the fault switches, and a button resets them', async () => {
  const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(`${sandbox.url}${path}`, {
      method: 'POST',
      headers: { accept: 'text/html', ...headers },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const faults = async () => (await fetch(`${sandbox.url}/stripe/faults`)).json()
  const fields = Object.fromEntries(Object.entries(noFaults).map(([name, value]) => [name, String(value)]))
  const response = await post('/stripe/faults', {
    ...fields,
    hangMs: '5',
    webhookDrop: 'true',
    faultsOn: 'cancel',
  })
  assert.equal(response.status, 303)
  assert.deepEqual(await faults(), { ...noFaults, hangMs: 5, webhookDrop: true, faultsOn: 'cancel' })
  assert.equal((await post('/stripe/faults', { hangMs: '' })).status, 400)
  assert.equal((await post('/stripe/faults/reset', {}, { 'sec-fetch-site': 'cross-site' })).status, 403)
  assert.equal((await post('/stripe/faults/reset', {})).status, 303)
  assert.deepEqual(await faults(), noFaults)
})
