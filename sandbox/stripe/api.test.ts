import assert from 'node:assert/strict'
import Stripe from 'stripe'
import { afterAll, beforeAll, test } from 'vitest'
import { keys } from '../context.ts'
import { apiVersion } from './event.ts'
import { Opened } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

const money = { amount: 1250, currency: 'usd', allowed_payment_method_types: ['card'] }
const paid = () =>
  sandbox.stripe.paymentIntents.create({ ...money, confirm: true, payment_method: 'pm_card_visa' })

test('a payment is created, confirmed and read', async () => {
  const made = await sandbox.stripe.paymentIntents.create({
    ...money,
    description: 'Order 7',
    metadata: { order: '7', note: 'a b&c=d[e]' },
    receipt_email: 'ann@example.com',
  })
  assert.equal(made.status, 'requires_payment_method')
  assert.equal(made.amount, 1250)
  assert.deepEqual(made.metadata, { order: '7', note: 'a b&c=d[e]' })
  assert.match(made.client_secret ?? '', new RegExp(`^${made.id}_secret_`))
  assert.match(made.lastResponse.requestId, /^req_/)

  const confirmed = await sandbox.stripe.paymentIntents.confirm(made.id, {
    payment_method: 'pm_card_visa',
    expand: ['latest_charge'],
  })
  assert.equal(confirmed.status, 'succeeded')
  assert.equal(confirmed.amount_received, 1250)
  assert.ok(confirmed.latest_charge !== null && typeof confirmed.latest_charge === 'object')
  assert.equal(confirmed.latest_charge.payment_method_details?.card?.last4, '4242')

  const read = await sandbox.stripe.paymentIntents.retrieve(made.id)
  assert.equal(read.latest_charge, confirmed.latest_charge.id)
  const { data } = await sandbox.stripe.charges.list({ payment_intent: made.id, expand: ['data.refunds'] })
  assert.deepEqual(
    data.map(charge => [charge.paid, charge.refunds?.data]),
    [[true, []]],
  )
})

test('a payment is refunded once and never beyond what was paid', async () => {
  const intent = await paid()
  const part = await sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 250 })
  assert.equal(part.status, 'succeeded')
  await assert.rejects(
    sandbox.stripe.refunds.create({ payment_intent: intent.id, amount: 1001 }),
    /greater than unrefunded/,
  )
  const rest = await sandbox.stripe.refunds.create({ charge: String(intent.latest_charge) })
  assert.equal(rest.amount, 1000)
  await assert.rejects(sandbox.stripe.refunds.create({ payment_intent: intent.id }), {
    code: 'charge_already_refunded',
  })
  const all = await sandbox.stripe.refunds.list({ payment_intent: intent.id })
  assert.deepEqual(
    all.data.map(refund => refund.id),
    [rest.id, part.id],
  )
  const [charge] = (await sandbox.stripe.charges.list({ payment_intent: intent.id })).data
  assert.equal(charge?.refunded, true)
})

// Fails if a charge does not record its refunds: this then creates ten.
test('ten concurrent refund requests create one refund', async () => {
  const intent = await paid()
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => sandbox.stripe.refunds.create({ payment_intent: intent.id })),
  )
  assert.equal(tries.filter(tried => tried.status === 'fulfilled').length, 1)
})

test('lists are read page by page, forwards and backwards', async () => {
  for (let index = 0; index < 5; index++) await sandbox.stripe.paymentIntents.create(money)
  const all = await sandbox.stripe.paymentIntents.list({ limit: 100 })
  const first = await sandbox.stripe.paymentIntents.list({ limit: 2, expand: ['data.latest_charge'] })
  assert.equal(first.has_more, true)
  const second = await sandbox.stripe.paymentIntents.list({
    limit: 2,
    starting_after: String(first.data[1]?.id),
  })
  assert.deepEqual(
    second.data.map(item => item.id),
    all.data.slice(2, 4).map(item => item.id),
  )
  const back = await sandbox.stripe.paymentIntents.list({
    limit: 2,
    ending_before: String(second.data[0]?.id),
  })
  assert.deepEqual(
    back.data.map(item => item.id),
    first.data.map(item => item.id),
  )
  const walked = await sandbox.stripe.paymentIntents.list({ limit: 2 }).autoPagingToArray({ limit: 1000 })
  assert.deepEqual(
    walked.map(item => item.id),
    all.data.map(item => item.id),
  )
  const none = await sandbox.stripe.paymentIntents.list({
    created: { gt: Math.floor(Date.now() / 1000) + 60 },
  })
  assert.deepEqual(none.data, [])
})

test('events have the object and the idempotency key of the request', async () => {
  const intent = await sandbox.stripe.paymentIntents.create(
    { ...money, confirm: true, payment_method: 'pm_card_visa' },
    { idempotencyKey: 'events-1' },
  )
  const events = await sandbox.stripe.events.list({ limit: 3 })
  assert.deepEqual(
    events.data.map(event => event.type),
    ['payment_intent.succeeded', 'charge.succeeded', 'payment_intent.created'],
  )
  const [event] = events.data
  assert.equal(event?.request?.idempotency_key, 'events-1')
  assert.equal(event?.api_version, apiVersion)
  assert.equal(Stripe.API_VERSION, apiVersion)
  assert.ok(event?.type === 'payment_intent.succeeded')
  assert.equal(event.data.object.id, intent.id)
})

test('a browser with the publishable key sees only its own payment, and only the public fields', async () => {
  const browser = sandbox.client(keys.stripePublishable)
  const made = await sandbox.stripe.paymentIntents.create({ ...money, metadata: { order: '1' } })
  const secret = String(made.client_secret)
  const seen = await browser.paymentIntents.retrieve(made.id, { client_secret: secret })
  assert.equal(seen.status, 'requires_payment_method')
  for (const hidden of ['metadata', 'latest_charge', 'amount_received']) assert.ok(!(hidden in seen), hidden)
  await assert.rejects(browser.paymentIntents.retrieve(made.id), { param: 'client_secret' })
  await assert.rejects(browser.paymentIntents.retrieve(made.id, { client_secret: `${secret}x` }), {
    param: 'client_secret',
  })
  for (const call of [
    () => browser.paymentIntents.list(),
    () => browser.paymentIntents.create(money),
    () => browser.paymentIntents.cancel(made.id),
    () => browser.refunds.create({ payment_intent: made.id }),
    () => browser.events.list(),
  ]) {
    await assert.rejects(call(), { type: 'StripeAuthenticationError', code: 'secret_key_required' })
  }
  const done = await browser.paymentIntents.confirm(made.id, {
    client_secret: secret,
    payment_method_data: {
      type: 'card',
      card: { number: '5555555555554444', exp_month: 12, exp_year: 2040, cvc: '123' },
    },
  } as object)
  assert.equal(done.status, 'succeeded')
  assert.ok(!('latest_charge' in done))
})

test('browsers of other origins can call the API', async () => {
  const preflight = await fetch(`${sandbox.url}/v1/payment_intents/pi_1/confirm`, {
    method: 'OPTIONS',
    headers: { origin: 'http://localhost:1', 'access-control-request-headers': 'authorization' },
  })
  assert.equal(preflight.status, 204)
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/)
  const basic = Buffer.from(`${keys.stripeSecret}:`).toString('base64')
  const plain = await fetch(`${sandbox.url}/v1/events`, { headers: { authorization: `Basic ${basic}` } })
  assert.equal(plain.status, 200)
  assert.equal(plain.headers.get('access-control-allow-origin'), '*')
})

test('no card number is stored', async () => {
  const browser = sandbox.client(keys.stripePublishable)
  const card = { number: '378282246310005', exp_month: 11, exp_year: 2041, cvc: '9173' }
  const { id, client_secret } = await sandbox.stripe.paymentIntents.create(money)
  const typed = { client_secret, payment_method_data: { type: 'card', card } }
  await browser.paymentIntents.confirm(id, typed as object, { idempotencyKey: 'no-number' })
  const { readFileSync, readdirSync } = await import('node:fs')
  for (const name of readdirSync(sandbox.folder)) {
    const bytes = readFileSync(`${sandbox.folder}/${name}`, 'latin1')
    assert.ok(!bytes.includes(card.number), name)
    assert.ok(!bytes.includes('9173"'), name)
  }
})
