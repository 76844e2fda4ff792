import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, lost, Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass } from '../../../../tests/helpers/web/screen.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import { claim } from './claim-payment.ts'

const patch = `PATCH /api/booking/${order._id}`
const settled = () => json({ ...order, paid: true, transactionId: 'pi_1' })

/** Fails if a lost connection ends the retries: the customer was charged, and the shop was never told. */
for (const [outcome, trouble] of [
  ['the connection is lost', lost],
  ['the shop has a fault', () => refusal('internal')],
  ['the shop is too busy', () => refusal('overloaded')],
  ['the bank has not decided', () => refusal('payment_pending')],
  ['the page asks too often', () => refusal('too_many_requests')],
] as const) {
  test(`the claim is retried when ${outcome}`, async t => {
    holdClock(t)
    const net = new Network().on(patch, trouble, trouble, settled)
    const status = claim(order._id, 'pi_1')
    await pass(0)
    assert.equal(net.asked.length, 1)
    await pass(1000)
    assert.equal(net.asked.length, 2)
    await pass(2000)
    assert.equal(await status, 'paid')
    for (const { body } of net.asked) assert.deepEqual(body, { bookingId: order._id, transactionId: 'pi_1' })
  })
}

/** Fails if a refund is reported as a late payment. */
for (const code of ['payment_refunded', 'not_found'] as const) {
  test(`a refund (${code}) is reported as such at once`, async () => {
    const net = new Network().on(patch, () => refusal(code))
    assert.equal(await claim(order._id, 'pi_1'), 'returned')
    assert.equal(net.asked.length, 1)
  })
}

test('any other refusal is final: the shop will find the payment by itself', async () => {
  const net = new Network().on(patch, () => refusal('signed_out'))
  assert.equal(await claim(order._id, 'pi_1'), 'late')
  assert.equal(net.asked.length, 1)
})

test('the retries end after five attempts', async t => {
  holdClock(t)
  const net = new Network().on(patch, lost)
  const status = claim(order._id, 'pi_1')
  for (const pause of [0, 1000, 2000, 4000, 8000]) await pass(pause)
  assert.equal(await status, 'late')
  assert.equal(net.asked.length, 5)
})
