import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { noFaults } from './fault-switches.ts'
import { Opened, until } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())
beforeEach(() => sandbox.setCardFaults(noFaults))

const money = { amount: 1250, currency: 'usd', allowed_payment_method_types: ['card'] }
const retrying = () => sandbox.client('sk_test_tuckshop_sandbox', { maxNetworkRetries: 2 })
const count = async () => (await sandbox.stripe.paymentIntents.list({ limit: 100 })).data.length

test('a repeated key returns the first response, and refuses other parameters', async () => {
  const options = { idempotencyKey: 'order-1' }
  const first = await sandbox.stripe.paymentIntents.create(money, options)
  const again = await sandbox.stripe.paymentIntents.create(money, options)
  assert.equal(again.id, first.id)
  assert.equal(again.lastResponse.headers['idempotent-replayed'], 'true')
  await assert.rejects(sandbox.stripe.paymentIntents.create({ ...money, amount: 999 }, options), {
    type: 'StripeIdempotencyError',
    statusCode: 400,
  })
})

test('a declined confirmation is replayed too, a malformed request is not', async () => {
  const { id } = await sandbox.stripe.paymentIntents.create(money)
  const decline = () =>
    sandbox.stripe.paymentIntents.confirm(
      id,
      { payment_method: 'pm_card_visa_chargeDeclined' },
      { idempotencyKey: 'd' },
    )
  await assert.rejects(decline(), { type: 'StripeCardError' })
  await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  await assert.rejects(decline(), { type: 'StripeCardError' })
  const options = { idempotencyKey: 'malformed' }
  await assert.rejects(sandbox.stripe.paymentIntents.create({ currency: 'usd' } as never, options), {
    code: 'parameter_missing',
  })
  assert.ok(await sandbox.stripe.paymentIntents.create(money, options))
})

// Fails without the set of keys in use: both calls then create a payment.
test('a key that is still in use returns 409, which the SDK retries', async () => {
  await sandbox.setCardFaults({ hangMs: 400, faultsOn: 'create' })
  const options = { idempotencyKey: 'twice-at-once' }
  const tries = await Promise.allSettled([
    sandbox.stripe.paymentIntents.create(money, options),
    sandbox.stripe.paymentIntents.create(money, options),
  ])
  const refused = tries
    .filter(tried => tried.status === 'rejected')
    .map(tried => tried.reason as Stripe.errors.StripeError)
  assert.deepEqual(
    refused.map(error => [error.statusCode, error.code]),
    [[409, 'idempotency_key_in_use']],
  )
  const both = { idempotencyKey: 'twice-with-patience' }
  const [one, two] = await Promise.all([
    retrying().paymentIntents.create(money, both),
    retrying().paymentIntents.create(money, both),
  ])
  assert.equal(one.id, two.id)
})

// Fails if the response is not saved under its key: there are then two payments.
test('if a response is lost after the work, the SDK retries and there is only one payment', async () => {
  const before = await count()
  await sandbox.setCardFaults({
    dropReplyCreate: 1,
    dropReplyConfirm: 1,
    dropReplyCancel: 1,
    dropReplyRefund: 1,
  })
  const made = await retrying().paymentIntents.create(money, { idempotencyKey: 'lost-1' })
  assert.equal(await count(), before + 1)
  const done = await retrying().paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' })
  assert.equal(done.status, 'succeeded')
  await retrying().refunds.create({ payment_intent: made.id })
  assert.equal((await sandbox.stripe.refunds.list({ payment_intent: made.id })).data.length, 1)
  const other = await sandbox.stripe.paymentIntents.create(money)
  assert.equal((await retrying().paymentIntents.cancel(other.id)).status, 'canceled')
})

test('if every response is lost, the SDK throws a connection error although the work is done', async () => {
  await sandbox.setCardFaults({ dropReplyCreate: -1 })
  const before = await count()
  await assert.rejects(sandbox.stripe.paymentIntents.create(money), { type: 'StripeConnectionError' })
  assert.equal(await count(), before + 1)
})

test("500, 429, outages and timeouts become the SDK's errors", async () => {
  await sandbox.setCardFaults({ answer500: 1 })
  await assert.rejects(sandbox.stripe.paymentIntents.create(money), {
    type: 'StripeAPIError',
    statusCode: 500,
  })
  await sandbox.setCardFaults({ answer500: 1 })
  assert.ok(await retrying().paymentIntents.create(money))
  await sandbox.setCardFaults({ answer429: 1 })
  await assert.rejects(sandbox.stripe.paymentIntents.create(money), {
    type: 'StripeRateLimitError',
    statusCode: 429,
  })
  await sandbox.setCardFaults({ outage: true, faultsOn: 'create' })
  await assert.rejects(sandbox.stripe.paymentIntents.create(money), { type: 'StripeConnectionError' })
  const before = await count()
  await sandbox.setCardFaults({ outage: false, hangMs: 300 })
  await assert.rejects(sandbox.stripe.paymentIntents.create(money, { timeout: 50 }), {
    type: 'StripeConnectionError',
  })
  await until('the late work', async () => (await count()) === before + 1)
})

// Fails without Settlements.start: the payment stays in processing forever.
test('a payment in processing cannot be canceled, and succeeds even after a restart', async () => {
  await sandbox.setCardFaults({ processingMs: 700 })
  const { id } = await sandbox.stripe.paymentIntents.create(money)
  const confirmed = await sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  assert.equal(confirmed.status, 'processing')
  await assert.rejects(sandbox.stripe.paymentIntents.cancel(id), { code: 'payment_intent_unexpected_state' })
  await sandbox.restart()
  const status = async () => (await sandbox.stripe.paymentIntents.retrieve(id)).status
  await until('success', async () => (await status()) === 'succeeded')
})

test('a restart keeps payments, keys and fault switches', async () => {
  await sandbox.setCardFaults({ webhookDuplicates: 3 })
  const options = { idempotencyKey: 'before-restart' }
  const made = await sandbox.stripe.paymentIntents.create(money, options)
  await sandbox.restart()
  assert.equal((await sandbox.stripe.paymentIntents.create(money, options)).id, made.id)
  const faults = await fetch(`${sandbox.url}/stripe/faults`)
  assert.deepEqual(await faults.json(), { ...noFaults, webhookDuplicates: 3 })
})

test('a payment can succeed late, without the browser', async () => {
  const { id } = await sandbox.stripe.paymentIntents.create(money)
  const succeed = (card?: string) =>
    fetch(`${sandbox.url}/stripe/test/payment_intents/${id}/succeed`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(card === undefined ? {} : { card }),
    })
  assert.equal((await succeed('4000 0000 0000 0002')).status, 402)
  assert.equal((await succeed('4000 0025 0000 3155')).status, 200)
  assert.equal((await sandbox.stripe.paymentIntents.retrieve(id)).status, 'succeeded')
  assert.equal((await succeed()).status, 400)
})

test('unknown fault switches are refused', async () => {
  await assert.rejects(sandbox.setCardFaults({ webhookDelay: 1 } as object))
  await assert.rejects(sandbox.setCardFaults({ hangMs: 1.5 }))
  const reset = await fetch(`${sandbox.url}/stripe/faults/reset`, { method: 'POST' })
  assert.deepEqual(await reset.json(), noFaults)
})
