import assert from 'node:assert/strict'
import { afterAll, beforeAll, beforeEach, test } from 'vitest'
import { noFaults } from './fault-switches.ts'
import { Opened, until } from './test-sandbox.ts'

const sandbox = new Opened()
beforeAll(() => sandbox.start())
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.setCardFaults(noFaults)
  sandbox.deliveries.length = 0
})

const money = { amount: 2000, currency: 'usd', allowed_payment_method_types: ['card'] }
const paid = () =>
  sandbox.stripe.paymentIntents.create({ ...money, confirm: true, payment_method: 'pm_card_visa' })
const count = async () => (await sandbox.stripe.paymentIntents.list({ limit: 100 })).data.length

const act = (id: string, what: string, body: object = {}) =>
  fetch(`${sandbox.url}/stripe/test/${id}/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

test('a saved 500 is repeated for its key, whether the work was done or not', async () => {
  const before = await count()
  const options = { idempotencyKey: 'unlucky' }
  await sandbox.setCardFaults({ saved500: 1, faultsOn: 'create' })
  for (let i = 0; i < 3; i++)
    await assert.rejects(sandbox.stripe.paymentIntents.create(money, options), { statusCode: 500 })
  assert.equal(await count(), before)
  assert.ok(await sandbox.stripe.paymentIntents.create(money, { idempotencyKey: 'another' }))

  await sandbox.setCardFaults({ saved500AfterWork: 1, faultsOn: 'create' })
  await assert.rejects(sandbox.stripe.paymentIntents.create(money, { idempotencyKey: 'done' }), {
    statusCode: 500,
  })
  assert.equal(await count(), before + 2)
  await assert.rejects(sandbox.stripe.paymentIntents.create(money, { idempotencyKey: 'done' }), {
    statusCode: 500,
  })
  assert.equal(await count(), before + 2)
})

test('a refund can be pending, and succeed, fail or be canceled later', async () => {
  await sandbox.setCardFaults({ refundStatus: 'pending' })
  const { id } = await paid()
  const refund = await sandbox.stripe.refunds.create({ payment_intent: id, amount: 500 })
  assert.equal(refund.status, 'pending')
  const chargeOf = async () =>
    (await sandbox.stripe.charges.list({ payment_intent: id })).data.map(charge => charge.amount_refunded)
  const refundOf = async () => (await sandbox.stripe.refunds.list({ payment_intent: id })).data[0]
  assert.deepEqual(await chargeOf(), [500])
  assert.equal((await act(refund.id, 'succeed')).status, 200)
  assert.equal((await refundOf())?.status, 'succeeded')
  assert.equal((await act(refund.id, 'fail')).status, 200)
  const failed = await refundOf()
  assert.deepEqual([failed?.status, failed?.failure_reason], ['failed', 'expired_or_canceled_card'])
  assert.deepEqual(await chargeOf(), [0])
  await act(refund.id, 'cancel')
  assert.deepEqual(await chargeOf(), [0], 'reversed once')
  await until('the news of it', () => sandbox.types().includes('refund.failed'))
})

test('a refund that fails immediately moves no money', async () => {
  await sandbox.setCardFaults({ refundStatus: 'failed' })
  const { id } = await paid()
  assert.equal((await sandbox.stripe.refunds.create({ payment_intent: id })).status, 'failed')
  const [charge] = (await sandbox.stripe.charges.list({ payment_intent: id })).data
  assert.deepEqual([charge?.amount_refunded, charge?.refunded], [0, false])
})

test('the dashboard can refund, but never more than is left', async () => {
  const { id } = await paid()
  assert.equal((await act(id, 'refund', { amount: 1500 })).status, 200)
  assert.equal((await act(id, 'refund', { amount: 501 })).status, 400)
  assert.equal((await act(id, 'refund')).status, 200)
  const refunds = await sandbox.stripe.refunds.list({ payment_intent: id })
  assert.deepEqual(
    refunds.data.map(({ amount }) => amount),
    [500, 1500],
  )
  assert.equal((await act(id, 'frobnicate')).status, 404)
})

test('a charge can be disputed once, and the shop wins or loses', async () => {
  const { id } = await paid()
  assert.equal((await act(id, 'dispute')).status, 200)
  assert.equal((await act(id, 'dispute')).status, 400)
  const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: id })).data
  assert.deepEqual([dispute?.amount, dispute?.status], [2000, 'needs_response'])
  assert.equal((await act(dispute?.id ?? '', 'lose')).status, 200)
  const [lost] = (await sandbox.stripe.disputes.list({ payment_intent: id })).data
  assert.equal(lost?.status, 'lost')
  await until('both events', () =>
    ['charge.dispute.created', 'charge.dispute.closed'].every(type => sandbox.types().includes(type)),
  )
})

/** Fails if the sandbox refunds disputed money: Stripe does not, and the shop must handle that. */
test('a disputed or lost charge cannot be refunded; an inquiry or a won one can', async () => {
  const refuses = (id: string) =>
    assert.rejects(sandbox.stripe.refunds.create({ payment_intent: id }), {
      type: 'StripeInvalidRequestError',
      code: 'charge_disputed',
      message: /has been charged back; cannot issue a refund\.$/,
    })
  const disputeOf = async (id: string) =>
    (await sandbox.stripe.disputes.list({ payment_intent: id })).data[0]?.id ?? ''
  const [lost, won, asked] = [await paid(), await paid(), await paid()].map(({ id }) => id) as [
    string,
    string,
    string,
  ]
  for (const id of [lost, won]) {
    await act(id, 'dispute')
    await refuses(id)
    assert.equal((await act(id, 'refund')).status, 400, 'nor by hand')
  }
  await act(await disputeOf(lost), 'lose')
  await refuses(lost)
  await act(await disputeOf(won), 'win')
  assert.equal((await sandbox.stripe.refunds.create({ payment_intent: won })).status, 'succeeded')
  await act(asked, 'inquiry')
  assert.equal((await sandbox.stripe.refunds.create({ payment_intent: asked })).status, 'succeeded')
})

test('a dispute withdraws the amount and a fee; winning returns only the amount', async () => {
  const { id } = await paid()
  await act(id, 'dispute')
  const disputeOf = async () => (await sandbox.stripe.disputes.list({ payment_intent: id })).data[0]
  const moves = async () =>
    (await disputeOf())?.balance_transactions.map(({ amount, fee, net }) => [amount, fee, net])
  assert.deepEqual(await moves(), [[-2000, 1500, -3500]])
  await act((await disputeOf())?.id ?? '', 'win')
  assert.deepEqual(await moves(), [
    [-2000, 1500, -3500],
    [2000, 0, 2000],
  ])
  await until('the news of both', () =>
    ['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated'].every(type =>
      sandbox.types().includes(type),
    ),
  )
})
