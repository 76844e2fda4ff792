import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { keys } from '../context.ts'
import { noFaults } from './fault-switches.ts'
import { Opened, until } from './test-sandbox.ts'
import type { DeliveryAttempt } from './webhooks.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.setCardFaults(noFaults)
  sandbox.deliveries.length = 0
  sandbox.answers.length = 0
})

const money = { amount: 1250, currency: 'usd', allowed_payment_method_types: ['card'] }
const pay = () =>
  sandbox.stripe.paymentIntents.create({ ...money, confirm: true, payment_method: 'pm_card_visa' })
const waitForEvents = (events: number) => until(`${events} events`, () => sandbox.deliveries.length >= events)
const idsOf = () => sandbox.deliveries.map(delivery => (JSON.parse(delivery.body) as Stripe.Event).id)

async function attempts(id: string): Promise<DeliveryAttempt[]> {
  const answer = await fetch(`${sandbox.url}/stripe/events/${id}/attempts`)
  return ((await answer.json()) as { attempts: DeliveryAttempt[] }).attempts
}

test('events arrive with a signature that the SDK accepts', async () => {
  const intent = await pay()
  await sandbox.stripe.refunds.create({ payment_intent: intent.id })
  await waitForEvents(6)
  for (const { body, signature } of sandbox.deliveries) {
    const event = sandbox.stripe.webhooks.constructEvent(body, signature, keys.stripeWebhook)
    assert.equal(event.object, 'event')
    assert.throws(() => sandbox.stripe.webhooks.constructEvent(body, signature, 'whsec_other'))
    assert.throws(() => sandbox.stripe.webhooks.constructEvent(`${body} `, signature, keys.stripeWebhook))
  }
  assert.deepEqual(sandbox.types().sort(), [
    'charge.refunded',
    'charge.succeeded',
    'payment_intent.created',
    'payment_intent.succeeded',
    'refund.created',
    'refund.updated',
  ])
})

test('failures, 3-D Secure, processing and cancellation send events', async () => {
  const { id } = await sandbox.stripe.paymentIntents.create(money)
  const confirm = (payment_method: string) => sandbox.stripe.paymentIntents.confirm(id, { payment_method })
  await assert.rejects(confirm('pm_card_visa_chargeDeclined'))
  await confirm('pm_card_authenticationRequired')
  await sandbox.stripe.paymentIntents.cancel(id)
  await sandbox.setCardFaults({ processingMs: 1 })
  await pay()
  await waitForEvents(9)
  assert.deepEqual([...new Set(sandbox.types())].sort(), [
    'charge.failed',
    'charge.succeeded',
    'payment_intent.canceled',
    'payment_intent.created',
    'payment_intent.payment_failed',
    'payment_intent.processing',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
  ])
})

const pending = async (id: string) =>
  (await sandbox.stripe.events.list({ limit: 100 })).data.find(event => event.id === id)?.pending_webhooks

// Fails without Webhooks.start: the second delivery never arrives.
test('an event that the shop rejects is sent again, also after a restart', async () => {
  sandbox.answers.push(500)
  await sandbox.stripe.paymentIntents.create(money)
  await waitForEvents(1)
  const id = String(idsOf()[0])
  await until('the attempt noted', async () => (await attempts(id)).length === 1)
  assert.equal(await pending(id), 1)
  await sandbox.restart()
  await waitForEvents(2)
  assert.deepEqual(idsOf(), [id, id])
  await until('the outbox is empty', async () => (await pending(id)) === 0)
  assert.deepEqual(
    (await attempts(id)).map(attempt => attempt.outcome),
    [500, 200],
  )
})

/** Fails if only a 5xx is retried: Stripe retries until it gets a 2xx. */
test('an event is sent again after a 4xx or a redirect', async () => {
  for (const status of [400, 302]) {
    sandbox.deliveries.length = 0
    sandbox.answers.push(status)
    await sandbox.stripe.paymentIntents.create(money)
    await waitForEvents(2)
    assert.equal(new Set(idsOf()).size, 1)
    const id = String(idsOf()[0])
    await until('the second attempt noted', async () => (await attempts(id)).length === 2)
    assert.deepEqual(
      (await attempts(id)).map(attempt => attempt.outcome),
      [status, 200],
    )
  }
})

test('duplicates are copies of the same event', async () => {
  await sandbox.setCardFaults({ webhookDuplicates: 2 })
  await sandbox.stripe.paymentIntents.create(money)
  await waitForEvents(3)
  assert.equal(new Set(idsOf()).size, 1)
})

test('reordered events arrive in reverse order', async () => {
  await sandbox.setCardFaults({ webhookReorder: true })
  // Three events need three consecutive slots, and the slots repeat after ten.
  await pay()
  await waitForEvents(3)
  assert.notDeepEqual(sandbox.types(), [
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
  ])
})

test('dropped events are not sent automatically, but can be sent by hand', async () => {
  await sandbox.setCardFaults({ webhookDrop: true })
  await sandbox.stripe.paymentIntents.create(money)
  const [event] = (await sandbox.stripe.events.list({ limit: 1 })).data
  const id = String(event?.id)
  await until('the drop noted', async () => (await attempts(id)).length === 1)
  assert.deepEqual(
    (await attempts(id)).map(attempt => attempt.outcome),
    ['dropped'],
  )
  assert.equal(sandbox.deliveries.length, 0)
  await sandbox.setCardFaults(noFaults)
  assert.equal((await fetch(`${sandbox.url}/stripe/events/${id}/resend`, { method: 'POST' })).status, 200)
  await waitForEvents(1)
  assert.deepEqual(idsOf(), [id])
})

/** An event that is delayed by a minute has not arrived when a later one has. */
test('a delayed event arrives later', async () => {
  await sandbox.setCardFaults({ webhookDelayMs: 60_000 })
  const { id: late } = await sandbox.stripe.paymentIntents.create(money)
  await sandbox.setCardFaults({ webhookDelayMs: 1 })
  const { id: soon } = await sandbox.stripe.paymentIntents.create(money)
  await waitForEvents(1)
  const { data } = await sandbox.stripe.events.list({ limit: 2 })
  const eventOf = (id: string) =>
    data.find(({ data: { object } }) => (object as { id?: string }).id === id)?.id ?? ''
  assert.deepEqual(idsOf(), [eventOf(soon)])
  assert.deepEqual(await attempts(eventOf(late)), [])
})
