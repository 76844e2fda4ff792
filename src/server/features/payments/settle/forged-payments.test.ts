import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { keys } from '../../../../../sandbox/context.ts'
import {
  heldAgainBy,
  left,
  minute,
  ordered,
  patch,
  paymentsOf,
  read,
  refundsOf,
  setPayment,
  started,
} from '../../../../../tests/helpers/paying.ts'
import { eventually, type PayingShop, withCardsOnSqlite } from '../../../../../tests/helpers/paying-shop.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'
import * as payments from '../../../store/payments.ts'

/** A paid payment that was not made by the shop, with the metadata passed in. */
async function forged(shop: PayingShop, money: Record<string, string>, metadata: Record<string, string>) {
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

async function paymentOf({ deps }: PayingShop, orderId: string) {
  const [payment] = await paymentsOf(deps.db.read, orderId)
  assert.ok(payment)
  return payment
}

/** If paymentOf() trusts the paymentId in the metadata, the forged payment pays the order. */
withCardsOnSqlite('a payment not made by the shop pays nothing, whatever its metadata says', async shop => {
  await shop.turn({ webhookDrop: true })
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
  const { id: paymentId } = await paymentOf(shop, order._id)
  const notes = { bookingId: order._id, paymentId }
  for (const [money, metadata] of [
    [{}, {}],
    [{}, { bookingId: order._id }],
    [{}, notes],
    [{ amount: '50' }, notes],
    [{ currency: 'eur' }, notes],
  ] as const) {
    const answer = await patch(ann, order._id, await forged(shop, money, metadata))
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_mismatch'])
  }
  assert.equal((await read(ann, order._id)).paid, false)
  await shop.charge(intent)
  assert.equal((await patch(ann, order._id, intent)).json().transactionId, intent)
})

/** Without the check of amount and currency in outcomeOf(), 50 cents pay for everything. */
withCardsOnSqlite('the shop’s own payment is refunded if its amount or currency is wrong', async shop => {
  await shop.turn({ webhookDrop: true })
  for (const money of [{ amount: '50' }, { currency: 'eur' }]) {
    const { ann, order } = await ordered(shop)
    await started(ann, order)
    const { id: paymentId } = await paymentOf(shop, order._id)
    // As when the reply to the start was lost: only the provider knows the payment's id.
    await setPayment(shop, order._id, { intent_id: null })
    const intent = await forged(shop, money, { bookingId: order._id, paymentId })
    assert.equal((await patch(ann, order._id, intent)).json().code, 'payment_refunded')
    assert.equal((await refundsOf(shop, intent)).length, 1)
    assert.equal((await read(ann, order._id)).paid, false)
  }
})

/** If 'processing' counts as open (cards-stripe.ts), the customer is asked to pay a second time. */
withCardsOnSqlite('during a payment the order is neither paid nor removable', async shop => {
  const { ann, item, order } = await ordered(shop)
  const intent = await started(ann, order)
  await shop.turn({ processingMs: 86_400_000, webhookDrop: true })
  await shop.charge(intent)
  assert.equal((await shop.provider(`payment_intents/${intent}`)).status, 'processing')
  const answers = [
    await patch(ann, order._id, intent),
    await ann.call('DELETE', `/api/myBooking/${order._id}`),
    await ann.call('POST', '/api/create-payment-intent', order),
  ]
  for (const answer of answers) assert.equal(answer.json().code, 'payment_pending', answer.body)
  shop.travel(shop.deps.config.holdMs + 31 * minute)
  await releaseHolds(shop.deps)
  assert.equal(await left(shop, item._id), 8, 'its stock stays reserved')
})

/** If confirmPayment() does not compare the order, it confirms the second order too. */
withCardsOnSqlite('one payment pays one order, and a removed or paid order cannot be paid', async shop => {
  const { ann, item, order } = await ordered(shop)
  const [other, gone] = [(await ann.order(item, 2)).json(), (await ann.order(item, 2)).json()]
  const intent = await started(ann, order)
  await started(ann, other)
  await shop.charge(intent)
  assert.equal((await patch(ann, order._id, intent)).statusCode, 200)
  assert.equal((await patch(ann, other._id, intent)).json().code, 'payment_mismatch')
  assert.equal((await read(ann, other._id)).paid, false)
  const never = await started(ann, gone)
  await ann.call('DELETE', `/api/myBooking/${gone._id}`)
  assert.equal((await ann.call('POST', '/api/create-payment-intent', gone)).statusCode, 404)
  assert.equal((await patch(ann, gone._id, never)).statusCode, 404)
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).json().code, 'already_paid')
})

/** Without holdAgain() in settle-payment.ts the second order is paid although its stock is sold. */
withCardsOnSqlite('money for a lapsed order is kept if there is stock, else refunded', async shop => {
  await shop.turn({ webhookDrop: true })
  for (const rival of [0, 9]) {
    const { ann, item, order } = await ordered(shop)
    const intent = await started(ann, order)
    // As when it was canceled here and the provider charged the card anyway.
    const payment = await paymentOf(shop, order._id)
    await shop.deps.db.write(tx => payments.markCanceled(tx, payment.id, 1))
    shop.travel(shop.deps.config.holdMs + 31 * minute)
    await releaseHolds(shop.deps)
    if (rival > 0) await (await shop.customer()).order(item, rival)
    await shop.charge(intent)
    const answer = await patch(ann, order._id, intent)
    assert.equal(answer.statusCode, rival > 0 ? 409 : 200, answer.body)
    assert.equal((await refundsOf(shop, intent)).length, rival > 0 ? 1 : 0)
    assert.deepEqual(await heldAgainBy(ann, order._id), rival > 0 ? [] : ['page'])
  }
})

interface Event {
  id: string
  type: string
  intent: string
}

async function send(
  shop: PayingShop,
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
  await shop.turn({ webhookDrop: true })
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
  await shop.charge(intent)
  const event = { id: 'evt_1', type: 'payment_intent.succeeded', intent }
  for (const answer of [
    await send(shop, event, Date.now() - 6 * minute),
    await send(shop, event, Date.now() + 6 * minute),
    await send(shop, event, Date.now() + 365 * 1440 * minute),
    await send(shop, event, Date.now(), 'whsec_somebody_elses'),
  ])
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'bad_signature'])
  assert.equal((await read(ann, order._id)).paid, false)
  assert.equal((await send(shop, event)).statusCode, 200, 'the same one, signed just now')
  assert.equal((await read(ann, order._id)).paid, true)
})

/** If the event's content is trusted instead of the provider's answer, the order is paid without money. */
withCardsOnSqlite('late, unknown or wrong events change nothing', async shop => {
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
  assert.equal((await send(shop, { id: 'evt_0', type: 'payment_intent.succeeded', intent })).statusCode, 200)
  assert.equal((await read(ann, order._id)).paid, false, 'said to be paid, and is not')
  await shop.charge(intent)
  await eventually(async () => (await read(ann, order._id)).paid, 'the order to be paid')
  for (const type of ['payment_intent.payment_failed', 'payment_intent.canceled', 'something.new'])
    assert.equal((await send(shop, { id: `evt_${type}`, type, intent })).statusCode, 200)
  assert.equal((await read(ann, order._id)).transactionId, intent)
  const early = await forged(shop, {}, { bookingId: 'not-there-yet', paymentId: 'not-there-yet' })
  const news = { id: 'evt_early', type: 'payment_intent.succeeded', intent: early }
  assert.equal((await send(shop, news)).statusCode, 200)
  assert.equal((await send(shop, { ...news, id: 'evt_none', intent: 'pi_none' })).statusCode, 200)
})

/** If the provider is called inside the transaction, SQLite blocks all other orders until it answers. */
withCardsOnSqlite('a provider that hangs or drops connections delays no other customer', async shop => {
  const { ann, item, order } = await ordered(shop)
  const bob = await shop.customer()
  await shop.turn({ hangMs: 4000 })
  let answered = false
  const start = started(ann, order).then(intent => {
    answered = true
    return intent
  })
  // The first one may finish before her transaction begins; the others cannot.
  for (let n = 0; n < 3; n++) assert.equal((await bob.order(item)).statusCode, 201)
  assert.equal((await shop.call({ url: '/api/items' })).statusCode, 200)
  assert.equal(answered, false)
  await start
  await shop.turn({ hangMs: 0, outage: true })
  const mine = (await bob.order(item)).json()
  const refused = await bob.call('POST', '/api/create-payment-intent', mine)
  assert.deepEqual([refused.statusCode, refused.json().code], [502, 'provider_failed'])
  await shop.turn({ outage: false })
  await started(bob, mine)
})
