import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import { afterAll, beforeAll, test } from 'vitest'
import { keys } from '../context.ts'
import { testCards } from './cards.ts'
import { Opened } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

const money = { amount: 1250, currency: 'usd', allowed_payment_method_types: ['card'] }
const refused = (type: string, statusCode: number, more: object = {}) => ({ type, statusCode, ...more })

test('wrong, missing and foreign keys are refused', async () => {
  await assert.rejects(
    sandbox.client('sk_test_somebody_else').paymentIntents.create(money),
    refused('StripeAuthenticationError', 401),
  )
  const bare = await fetch(`${sandbox.url}/v1/events`)
  assert.equal(bare.status, 401)
  assert.match(await bare.text(), /You did not provide an API key/)
})

test('invalid parameters return Stripe’s messages', async () => {
  const create = (params: object) =>
    sandbox.stripe.paymentIntents.create(params as Stripe.PaymentIntentCreateParams)
  const cases: [object, string | undefined, string][] = [
    [{ currency: 'usd' }, 'parameter_missing', 'amount'],
    [{ amount: 100 }, 'parameter_missing', 'currency'],
    [{ ...money, amount: 'ten' }, 'parameter_invalid_integer', 'amount'],
    [{ ...money, amount: 10.5 }, 'parameter_invalid_integer', 'amount'],
    [{ ...money, amount: 1e21 }, 'parameter_invalid_integer', 'amount'],
    [{ ...money, amount: -5 }, 'parameter_invalid_integer', 'amount'],
    [{ ...money, amount: 49 }, 'amount_too_small', 'amount'],
    [{ ...money, amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ ...money, colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ ...money, shipping: { moon: 1 } }, 'parameter_unknown', 'shipping[moon]'],
    [{ ...money, currency: 'zzz' }, undefined, 'currency'],
    [
      { ...money, payment_method_types: ['card'] },
      'payment_method_types_no_longer_supported',
      'payment_method_types',
    ],
    [{ ...money, automatic_payment_methods: { enabled: true } }, undefined, 'allowed_payment_method_types'],
    [
      { ...money, allowed_payment_method_types: ['klarna'] },
      'payment_intent_invalid_parameter',
      'allowed_payment_method_types',
    ],
    [{ ...money, expand: ['amount'] }, undefined, 'expand'],
    [{ ...money, metadata: 'x' }, undefined, 'metadata'],
    [{ ...money, description: 'x'.repeat(1001) }, undefined, 'description'],
    ...[
      'ann',
      'ann@localhost',
      'ann@.com',
      'ann b@example.com',
      'ann@example.com, bob@example.com',
      'ännchen@example.com',
    ].map((email): [object, string, string] => [
      { ...money, receipt_email: email },
      'email_invalid',
      'receipt_email',
    ]),
  ]
  for (const [params, code, param] of cases) {
    await assert.rejects(
      create(params),
      refused('StripeInvalidRequestError', 400, { code, param }),
      JSON.stringify(params),
    )
  }
})

test('unknown objects return 404', async () => {
  for (const call of [
    () => sandbox.stripe.paymentIntents.retrieve('pi_none'),
    () => sandbox.stripe.paymentIntents.confirm('pi_none'),
    () => sandbox.stripe.refunds.create({ payment_intent: 'pi_none' }),
    () => sandbox.stripe.paymentIntents.list({ starting_after: 'pi_none' }),
  ]) {
    await assert.rejects(call(), refused('StripeInvalidRequestError', 404, { code: 'resource_missing' }))
  }
  await assert.rejects(sandbox.stripe.customers.retrieve('cus_1'), refused('StripeInvalidRequestError', 404))
})

test('each declining card gives its own card error and a failed charge', async () => {
  for (const card of testCards) {
    if (typeof card.behaviour === 'string') continue
    const intent = await sandbox.stripe.paymentIntents.create(money)
    const { message, code, decline_code } = card.behaviour
    await assert.rejects(
      sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: card.token }),
      refused('StripeCardError', 402, { message, code, decline_code }),
    )
    const left = await sandbox.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    assert.equal(left.status, 'requires_payment_method')
    assert.equal(left.last_payment_error?.decline_code, decline_code)
    assert.ok(left.latest_charge !== null && typeof left.latest_charge === 'object')
    assert.equal(left.latest_charge.status, 'failed')
    const again = await sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' })
    assert.equal(again.status, 'succeeded')
    assert.equal(again.last_payment_error, null)
  }
})

test('numbers other than test cards are refused, and a server cannot send any number', async () => {
  const browser = sandbox.client(keys.stripePublishable)
  const card = { exp_month: 12, exp_year: 2040, cvc: '123' }
  const pay = async (payer: Stripe, details: object) => {
    const { id, client_secret } = await sandbox.stripe.paymentIntents.create(money)
    const typed = { client_secret, payment_method_data: { type: 'card', card: { ...card, ...details } } }
    return payer.paymentIntents.confirm(id, typed as object)
  }
  const cases: [object, string, RegExp][] = [
    [{ number: '4242424242424241' }, 'incorrect_number', /incorrect/],
    [{ number: '4111111111111111' }, 'card_declined', /non test \(live\) card/],
    [{ number: '4242424242424242', exp_year: 2020 }, 'invalid_expiry_year', /expiration year/],
    [{ number: '4242424242424242', exp_month: 13 }, 'invalid_expiry_month', /expiration month/],
    [{ number: '4242424242424242', cvc: '12' }, 'invalid_cvc', /security code/],
  ]
  for (const [details, code, message] of cases) {
    await assert.rejects(pay(browser, details), refused('StripeCardError', 402, { code, message }))
  }
  await assert.rejects(pay(sandbox.stripe, { number: '4242424242424242' }), /unsafe/)
})

test('a payment changes only as its status allows', async () => {
  const state = refused('StripeInvalidRequestError', 400, { code: 'payment_intent_unexpected_state' })
  const paid = await sandbox.stripe.paymentIntents.create({
    ...money,
    confirm: true,
    payment_method: 'pm_card_visa',
  })
  await assert.rejects(sandbox.stripe.paymentIntents.cancel(paid.id), state)
  await assert.rejects(sandbox.stripe.paymentIntents.confirm(paid.id), state)
  const open = await sandbox.stripe.paymentIntents.create(money)
  await assert.rejects(sandbox.stripe.paymentIntents.confirm(open.id), state)
  await assert.rejects(
    sandbox.stripe.refunds.create({ payment_intent: open.id }),
    /does not have a successful charge/,
  )
  await sandbox.stripe.paymentIntents.cancel(open.id)
  await assert.rejects(
    sandbox.stripe.paymentIntents.confirm(open.id, { payment_method: 'pm_card_visa' }),
    state,
  )
  await assert.rejects(sandbox.stripe.paymentIntents.cancel(open.id), state)
})

// Fails if cancelIntent does not check the status: the first round is then both.
test('canceled or paid, never both: 30 races', async () => {
  for (let round = 0; round < 30; round++) {
    const { id } = await sandbox.stripe.paymentIntents.create(money)
    const [confirmed, canceled] = await Promise.allSettled([
      sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      sandbox.stripe.paymentIntents.cancel(id),
    ])
    assert.notEqual(confirmed.status, canceled.status)
    const { status } = await sandbox.stripe.paymentIntents.retrieve(id)
    assert.equal(status, confirmed.status === 'fulfilled' ? 'succeeded' : 'canceled')
  }
})

test('automatic payment methods require a return_url from a server', async () => {
  const params = { amount: 500, currency: 'eur', confirm: true, payment_method: 'pm_card_visa' }
  await assert.rejects(sandbox.stripe.paymentIntents.create(params), /return_url/)
  const automatic_payment_methods = { enabled: true, allow_redirects: 'never' } as const
  const intent = await sandbox.stripe.paymentIntents.create({ ...params, automatic_payment_methods })
  assert.equal(intent.status, 'succeeded')
})
