import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { keys } from '../../../../../sandbox/context.ts'
import { type CardShop, eventually, withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import {
  availableQuantityOf,
  confirmPaid,
  holdRetakenBy,
  minute,
  paymentsOf,
  placeTestOrder,
  readOrder,
  refundsOf,
  setPayment,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'
import * as payments from '../../../store/payments.ts'

/** A successful payment that was not started by the shop, with this metadata. */
async function forgePayment(shop: CardShop, money: Record<string, string>, metadata: Record<string, string>) {
  const form = new URLSearchParams({ amount: '3700', currency: 'usd', ...money })
  form.set('allowed_payment_method_types[]', 'card')
  for (const [name, value] of Object.entries(metadata)) form.set(`metadata[${name}]`, value)
  const answer = await fetch(`${shop.cardsUrl}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.stripeSecret}` },
    body: form,
  })
  const { id } = (await answer.json()) as { id: string }
  await shop.charge(id)
  return id
}

async function paymentOf({ deps }: CardShop, orderId: string) {
  const [payment] = await paymentsOf(deps.db.read, orderId)
  assert.ok(payment)
  return payment
}

/** If paymentOf() in settle-payment.ts trusts the paymentId in the metadata, the forged payment pays for the order. */
withCardsOnSqlite('a payment not made by the shop pays nothing, whatever its metadata says', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  const { id: paymentId } = await paymentOf(shop, order._id)
  const notes = { bookingId: order._id, paymentId }
  for (const [money, metadata] of [
    [{}, {}],
    [{}, { bookingId: order._id }],
    [{}, notes],
    [{ amount: '50' }, notes],
    [{ currency: 'eur' }, notes],
  ] as const) {
    const answer = await confirmPaid(ann, order._id, await forgePayment(shop, money, metadata))
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_mismatch'])
  }
  assert.equal((await readOrder(ann, order._id)).paid, false)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, order._id, intent)).json().transactionId, intent)
})

/** Without the check of amount and currency in outcomeOf(), 50 cents pay for everything. */
withCardsOnSqlite('the shop’s own payment is refunded if its amount or currency is wrong', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  for (const money of [{ amount: '50' }, { currency: 'eur' }]) {
    const { ann, order } = await placeTestOrder(shop)
    await startCardPayment(ann, order)
    const { id: paymentId } = await paymentOf(shop, order._id)
    // As if the provider's response to the start was lost: only the provider knows the payment's id.
    await setPayment(shop, order._id, { intent_id: null })
    const intent = await forgePayment(shop, money, { bookingId: order._id, paymentId })
    assert.equal((await confirmPaid(ann, order._id, intent)).json().code, 'payment_refunded')
    assert.equal((await refundsOf(shop, intent)).length, 1)
    assert.equal((await readOrder(ann, order._id)).paid, false)
  }
})

/** If 'processing' counts as open (cards-stripe.ts), the customer is asked to pay a second time. */
withCardsOnSqlite(
  'while a payment is processing, its order is not paid, and cannot be removed or paid again',
  async shop => {
    const { ann, item, order } = await placeTestOrder(shop)
    const intent = await startCardPayment(ann, order)
    await shop.setCardFaults({ processingMs: 86_400_000, webhookDrop: true })
    await shop.charge(intent)
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'processing')
    const answers = [
      await confirmPaid(ann, order._id, intent),
      await ann.call('DELETE', `/api/myBooking/${order._id}`),
      await ann.call('POST', '/api/create-payment-intent', order),
    ]
    for (const answer of answers) assert.equal(answer.json().code, 'payment_pending', answer.body)
    shop.travel(shop.deps.config.holdMs + 31 * minute)
    await releaseHolds(shop.deps)
    assert.equal(await availableQuantityOf(shop, item._id), 8, 'its stock stays reserved')
  },
)

/** If confirmPayment() does not check which order the payment is for, it confirms the second order too. */
withCardsOnSqlite('one payment pays one order, and a removed or paid order cannot be paid', async shop => {
  const { ann, item, order } = await placeTestOrder(shop)
  const [other, gone] = [(await ann.order(item, 2)).json(), (await ann.order(item, 2)).json()]
  const intent = await startCardPayment(ann, order)
  await startCardPayment(ann, other)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
  assert.equal((await confirmPaid(ann, other._id, intent)).json().code, 'payment_mismatch')
  assert.equal((await readOrder(ann, other._id)).paid, false)
  const never = await startCardPayment(ann, gone)
  await ann.call('DELETE', `/api/myBooking/${gone._id}`)
  assert.equal((await ann.call('POST', '/api/create-payment-intent', gone)).statusCode, 404)
  assert.equal((await confirmPaid(ann, gone._id, never)).statusCode, 404)
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).json().code, 'already_paid')
})

/** Without holdAgain() in settle-payment.ts the second order is paid although its stock is sold. */
withCardsOnSqlite('money for a lapsed order is kept if there is stock, else refunded', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  for (const rival of [0, 9]) {
    const { ann, item, order } = await placeTestOrder(shop)
    const intent = await startCardPayment(ann, order)
    // As if the payment was canceled here but the provider charged the card anyway.
    const payment = await paymentOf(shop, order._id)
    await shop.deps.db.write(tx => payments.markCanceled(tx, payment.id, 1))
    shop.travel(shop.deps.config.holdMs + 31 * minute)
    await releaseHolds(shop.deps)
    if (rival > 0) await (await shop.customer()).order(item, rival)
    await shop.charge(intent)
    const answer = await confirmPaid(ann, order._id, intent)
    assert.equal(answer.statusCode, rival > 0 ? 409 : 200, answer.body)
    assert.equal((await refundsOf(shop, intent)).length, rival > 0 ? 1 : 0)
    assert.deepEqual(await holdRetakenBy(ann, order._id), rival > 0 ? [] : ['page'])
  }
})

interface Event {
  id: string
  type: string
  intent: string
}

async function send(
  shop: CardShop,
  { id, type, intent }: Event,
  at = Date.now(),
  secret = keys.stripeWebhook,
) {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object: { id: intent } } })
  const seconds = Math.floor(at / 1000)
  const v1 = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${v1}` }
  return shop.call({ method: 'POST', url: '/api/stripe/webhook', headers, payload })
}

/** Without the check of clockSkewSeconds, an event signed for next year is accepted. */
withCardsOnSqlite('a stale, future or wrongly signed webhook is refused', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', intent }
  for (const answer of [
    await send(shop, event, Date.now() - 6 * minute),
    await send(shop, event, Date.now() + 6 * minute),
    await send(shop, event, Date.now() + 365 * 1440 * minute),
    await send(shop, event, Date.now(), 'whsec_somebody_elses'),
  ])
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'bad_signature'])
  assert.equal((await readOrder(ann, order._id)).paid, false)
  assert.equal((await send(shop, event)).statusCode, 200, 'the same one, signed just now')
  assert.equal((await readOrder(ann, order._id)).paid, true)
})

/** If the event's content is trusted instead of the provider's answer, the order is marked as paid although no money was received. */
withCardsOnSqlite('late, unknown or wrong events change nothing', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  assert.equal((await send(shop, { id: 'evt_0', type: 'payment_intent.succeeded', intent })).statusCode, 200)
  assert.equal((await readOrder(ann, order._id)).paid, false, 'the event says paid, the provider says not')
  await shop.charge(intent)
  await eventually(async () => (await readOrder(ann, order._id)).paid, 'the order to be paid')
  for (const type of ['payment_intent.payment_failed', 'payment_intent.canceled', 'something.new'])
    assert.equal((await send(shop, { id: `evt_${type}`, type, intent })).statusCode, 200)
  assert.equal((await readOrder(ann, order._id)).transactionId, intent)
  const early = await forgePayment(shop, {}, { bookingId: 'not-there-yet', paymentId: 'not-there-yet' })
  const event = { id: 'evt_early', type: 'payment_intent.succeeded', intent: early }
  assert.equal((await send(shop, event)).statusCode, 200)
  assert.equal((await send(shop, { ...event, id: 'evt_none', intent: 'pi_none' })).statusCode, 200)
})

/** If the provider is called inside the transaction, SQLite blocks all other orders until it answers. */
withCardsOnSqlite('a provider that hangs or drops connections delays no other customer', async shop => {
  const { ann, item, order } = await placeTestOrder(shop)
  const bob = await shop.customer()
  await shop.setCardFaults({ hangMs: 4000 })
  let answered = false
  const start = startCardPayment(ann, order).then(intent => {
    answered = true
    return intent
  })
  // Bob's first order may finish before Ann's transaction begins; the other two cannot.
  for (let n = 0; n < 3; n++) assert.equal((await bob.order(item)).statusCode, 201)
  assert.equal((await shop.call({ url: '/api/items' })).statusCode, 200)
  assert.equal(answered, false)
  await start
  await shop.setCardFaults({ hangMs: 0, outage: true })
  const bobsOrder = (await bob.order(item)).json()
  const refused = await bob.call('POST', '/api/create-payment-intent', bobsOrder)
  assert.deepEqual([refused.statusCode, refused.json().code], [502, 'provider_failed'])
  await shop.setCardFaults({ outage: false })
  await startCardPayment(bob, bobsOrder)
})
