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

/** A payment that was made past the shop, with whatever the provider was told to write on it, and paid. */
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

/** With paymentOf() believing the paymentId in the metadata, the order is paid with the forged one. */
withCardsOnSqlite('a payment made past the shop pays nothing, whatever is written on it', async shop => {
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

/** Without the look at amount and currency in outcomeOf() 50 cents pay for everything. */
withCardsOnSqlite(
  'a smaller payment, or one in another currency, goes back even when it is ours',
  async shop => {
    await shop.turn({ webhookDrop: true })
    for (const money of [{ amount: '50' }, { currency: 'eur' }]) {
      const { ann, order } = await ordered(shop)
      await started(ann, order)
      const { id: paymentId } = await paymentOf(shop, order._id)
      // As when the reply to the start was lost: only the provider knows which payment it is.
      await setPayment(shop, order._id, { intent_id: null })
      const intent = await forged(shop, money, { bookingId: order._id, paymentId })
      assert.equal((await patch(ann, order._id, intent)).json().code, 'payment_refunded')
      assert.equal((await refundsOf(shop, intent)).length, 1)
      assert.equal((await read(ann, order._id)).paid, false)
    }
  },
)

/** With 'processing' taken for open (cards-stripe.ts) the customer is sent to pay a second time. */
withCardsOnSqlite(
  'a payment that is still being processed neither pays nor lets the order go',
  async shop => {
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
    assert.equal(await left(shop, item._id), 8, 'its stock is not sold to anybody else')
  },
)

/** With confirmPayment() not comparing the order, the page is told that the second one is fine. */
withCardsOnSqlite('one payment pays one order, and what is over cannot be paid', async shop => {
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

/** Without holdAgain() in settle-payment.ts the second is paid although its stock is sold. */
withCardsOnSqlite(
  'money that comes for a lapsed order: kept while there is stock, else it goes back',
  async shop => {
    await shop.turn({ webhookDrop: true })
    for (const rival of [0, 9]) {
      const { ann, item, order } = await ordered(shop)
      const intent = await started(ann, order)
      // As when it was given up and the provider took the card all the same.
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
  },
)

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

/** Without the check of clockSkewSeconds one that is signed for next year is taken. */
withCardsOnSqlite(
  'a webhook that is stale, from the future or signed by somebody else is refused',
  async shop => {
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
  },
)

/** With the event's own words believed instead of the provider's answer the order is paid with nothing. */
withCardsOnSqlite('news that are late, about nothing we know, or wrong change nothing', async shop => {
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

/** With the provider asked inside the transaction, nobody else can order until it answers (SQLite). */
withCardsOnSqlite('a provider that hangs or hangs up holds nobody else up', async shop => {
  const { ann, item, order } = await ordered(shop)
  const bob = await shop.customer()
  await shop.turn({ hangMs: 4000 })
  let answered = false
  const start = started(ann, order).then(intent => {
    answered = true
    return intent
  })
  // The first may still come before her transaction begins, the others cannot.
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
