import assert from 'node:assert/strict'
import type Stripe from 'stripe'
import { afterAll, beforeAll, test } from 'vitest'
import { Opened } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())

type Required<T> = { [K in keyof T as object extends Pick<T, K> ? never : K]: true }
type Keys<T> = Record<Exclude<keyof Required<T>, 'lastResponse'>, true>

/** Written out, so that a field added by a new SDK is a compile error here. */
const intentKeys: Keys<Stripe.PaymentIntent> = {
  id: true,
  object: true,
  allowed_payment_method_types: true,
  amount: true,
  amount_capturable: true,
  amount_received: true,
  application: true,
  application_fee_amount: true,
  automatic_payment_methods: true,
  canceled_at: true,
  cancellation_reason: true,
  capture_method: true,
  client_secret: true,
  confirmation_method: true,
  created: true,
  currency: true,
  customer: true,
  customer_account: true,
  description: true,
  excluded_payment_method_types: true,
  last_payment_error: true,
  latest_charge: true,
  livemode: true,
  managed_payments: true,
  metadata: true,
  next_action: true,
  on_behalf_of: true,
  payment_method: true,
  payment_method_configuration_details: true,
  payment_method_options: true,
  payment_method_types: true,
  payment_record: true,
  processing: true,
  receipt_email: true,
  review: true,
  setup_future_usage: true,
  shipping: true,
  source: true,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
  status: true,
  transfer_group: true,
}
const chargeKeys: Keys<Stripe.Charge> = {
  id: true,
  object: true,
  amount: true,
  amount_captured: true,
  amount_refunded: true,
  application: true,
  application_fee: true,
  application_fee_amount: true,
  balance_transaction: true,
  billing_details: true,
  calculated_statement_descriptor: true,
  captured: true,
  created: true,
  currency: true,
  customer: true,
  description: true,
  disputed: true,
  failure_balance_transaction: true,
  failure_code: true,
  failure_message: true,
  fraud_details: true,
  livemode: true,
  metadata: true,
  on_behalf_of: true,
  outcome: true,
  paid: true,
  payment_intent: true,
  payment_method: true,
  payment_method_details: true,
  receipt_email: true,
  receipt_number: true,
  receipt_url: true,
  refunded: true,
  review: true,
  shipping: true,
  source: true,
  source_transfer: true,
  statement_descriptor: true,
  statement_descriptor_suffix: true,
  status: true,
  transfer_data: true,
  transfer_group: true,
}
const refundKeys: Keys<Stripe.Refund> = {
  id: true,
  object: true,
  amount: true,
  balance_transaction: true,
  charge: true,
  created: true,
  currency: true,
  customer: true,
  customer_account: true,
  metadata: true,
  payment_intent: true,
  payment_method: true,
  reason: true,
  receipt_number: true,
  source_transfer_reversal: true,
  status: true,
  transfer_reversal: true,
}
const methodKeys: Keys<Stripe.PaymentMethod> = {
  id: true,
  object: true,
  billing_details: true,
  created: true,
  customer: true,
  customer_account: true,
  livemode: true,
  metadata: true,
  type: true,
}
const eventKeys: Keys<Stripe.PaymentIntentSucceededEvent> = {
  id: true,
  object: true,
  api_version: true,
  created: true,
  data: true,
  livemode: true,
  pending_webhooks: true,
  request: true,
  type: true,
}

function complete(answer: object | undefined, keys: object): void {
  const missing = Object.keys(keys).filter(key => !(key in (answer ?? {})))
  assert.deepEqual(missing, [])
}

test('every response has every key of its type', async () => {
  const { paymentIntents, refunds, charges, events } = sandbox.stripe
  const money = { amount: 900, currency: 'eur', allowed_payment_method_types: ['card'] }
  const made = await paymentIntents.create(money)
  complete(made, intentKeys)
  const asked = await paymentIntents.confirm(made.id, { payment_method: 'pm_card_authenticationRequired' })
  complete(asked, intentKeys)
  assert.equal(asked.next_action?.type, 'use_stripe_sdk')
  const done = await paymentIntents.confirm(made.id, {
    payment_method: 'pm_card_visa',
    expand: ['payment_method'],
  })
  assert.ok(done.payment_method !== null && typeof done.payment_method === 'object')
  complete(done.payment_method, methodKeys)
  complete(done, intentKeys)
  complete(await paymentIntents.retrieve(made.id), intentKeys)
  complete((await paymentIntents.list()).data[0], intentKeys)
  complete((await charges.list()).data[0], chargeKeys)
  const refund = await refunds.create({ payment_intent: made.id })
  complete(refund, refundKeys)
  complete((await refunds.list()).data[0], refundKeys)
  complete((await events.list()).data[0], eventKeys)
  complete(await paymentIntents.cancel((await paymentIntents.create(money)).id), intentKeys)
})
