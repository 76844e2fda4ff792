import assert from 'node:assert/strict'
import { eventually, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import {
  availableQuantityOf,
  confirmPaid,
  holdRetakenBy,
  intentOf,
  minute,
  paid,
  placeTestOrder,
  readOrder,
  refundsOf,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { onSqlite } from '../../../../tests/helpers/shop.ts'
import { reconcilePayments } from '../../jobs/reconcile-payments.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'

withCards('the server sets the amount, and the paid order gets a receipt', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const answer = await ann.call('POST', '/api/create-payment-intent', {
    ...order,
    totalPrice: 0.01,
    quantity: 0,
  })
  const intent = intentOf(answer.json().clientSecret)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).amount, 3700)
  assert.equal((await confirmPaid(ann, order._id, intent)).json().code, 'payment_pending')
  await shop.charge(intent)
  const settled = await confirmPaid(ann, order._id, intent)
  assert.equal(settled.statusCode, 200)
  assert.deepEqual([settled.json().paid, settled.json().transactionId], [true, intent])
  await sendOutbox(shop.deps, shop.deps.mail)
  const [message, ...more] = await shop.mails(ann.email)
  assert.deepEqual(more, [])
  assert.match(message?.subject ?? '', /receipt for Test Tray/)
  for (const body of [message?.text, message?.html])
    for (const fact of ['$37', intent, order.number, '1 Test Street']) assert.ok(body?.includes(fact), fact)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).json().code, 'already_paid')
  assert.equal((await ann.call('POST', '/api/create-payment-intent', order)).json().code, 'already_paid')
})

/** The order is locked and an index allows one live payment. Without both, PostgreSQL creates 4. */
withCards('20 concurrent starts create one payment', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intents = await Promise.all(Array.from({ length: 20 }, () => startCardPayment(ann, order)))
  assert.equal(new Set(intents).size, 1)
  assert.equal(((await shop.readFromProvider('payment_intents')).data as unknown[]).length, 1)
})

withCardsOnSqlite('a webhook alone marks the order as paid', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await eventually(paid(ann, order._id), 'the order to be paid')
  assert.equal((await confirmPaid(ann, order._id, intent)).statusCode, 200)
})

withCardsOnSqlite('removing an order cancels its payment, so the card is not charged', async shop => {
  const { ann, item, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  assert.equal(await availableQuantityOf(shop, item._id), 10)
  await assert.rejects(shop.charge(intent))
})

withCardsOnSqlite('removing an order whose payment just succeeded marks it as paid', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.setCardFaults({ webhookDrop: true })
  await shop.charge(await startCardPayment(ann, order))
  const answer = await ann.call('DELETE', `/api/myBooking/${order._id}`)
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'already_paid'])
  assert.equal((await readOrder(ann, order._id)).paid, true)
})

/** Without items.holdAgain() in openPayment(), a payment for eight starts while five are left. */
withCardsOnSqlite(
  'paying for a lapsed order reserves its stock again, or is refused as sold out',
  async shop => {
    const { ann, item, order } = await placeTestOrder(shop, 8)
    shop.travel(shop.deps.config.holdMs + 1)
    await releaseHolds(shop.deps)
    assert.equal(await availableQuantityOf(shop, item._id), 10)
    const bob = await shop.customer()
    const other = (await bob.order(item, 5)).json()
    const refused = await ann.call('POST', '/api/create-payment-intent', order)
    assert.deepEqual([refused.statusCode, refused.json().code, refused.json().left], [409, 'out_of_stock', 5])
    await bob.call('DELETE', `/api/myBooking/${other._id}`)
    const intent = await startCardPayment(ann, order)
    assert.equal(await availableQuantityOf(shop, item._id), 2)
    assert.deepEqual(await holdRetakenBy(ann, order._id), ['customer'])
    await shop.charge(intent)
    await eventually(paid(ann, order._id), 'the order to be paid')
  },
)

/** If releaseExpired() ignores live payments, the stock is released while the card is being charged. */
withCardsOnSqlite('a hold does not lapse during a payment; the payment is canceled first', async shop => {
  // An event that arrives after the clock was moved would count as a check of the payment.
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, item, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  shop.travel(shop.deps.config.holdMs + 31 * minute)
  await releaseHolds(shop.deps)
  assert.equal(await availableQuantityOf(shop, item._id), 8, 'still held: it may be paid this very moment')
  await reconcilePayments(shop.deps, shop.deps.cards)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).status, 'canceled')
  await releaseHolds(shop.deps)
  assert.equal(await availableQuantityOf(shop, item._id), 10)
})

withCardsOnSqlite('forged, foreign and unsigned events change nothing', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const bob = await shop.customer()
  const mine = await startCardPayment(ann, order)
  const other = (await bob.order(await shop.item({ price: 1 }), 1)).json()
  const cheap = await startCardPayment(bob, other)
  await shop.charge(cheap)
  await eventually(paid(bob, other._id), 'the other order to be paid')
  assert.equal((await confirmPaid(ann, order._id, cheap)).json().code, 'payment_mismatch')
  assert.equal((await confirmPaid(ann, order._id, 'pi_invented')).json().code, 'payment_mismatch')
  assert.equal((await confirmPaid(bob, order._id, mine)).statusCode, 404)
  assert.equal((await bob.call('POST', '/api/create-payment-intent', { _id: order._id })).statusCode, 404)
  const mixed = await ann.call('PATCH', `/api/booking/${order._id}`, {
    bookingId: other._id,
    transactionId: mine,
  })
  assert.equal(mixed.statusCode, 400)
  for (const signature of [
    undefined,
    't=1,v1=00',
    `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}`,
  ]) {
    const answer = await shop.call({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
      payload: JSON.stringify({
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        data: { object: { id: mine } },
      }),
    })
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'bad_signature'])
  }
  assert.equal((await readOrder(ann, order._id)).paid, false)
  assert.deepEqual(await refundsOf(shop, cheap), [])
})

withCardsOnSqlite('the payment page learns whether the shop sends receipts', async shop => {
  const ann = await shop.customer()
  assert.equal((await ann.call('GET', '/api/payment-options')).json().emails, true)
})

onSqlite('a shop without email says that it sends no receipts', async shop => {
  const ann = await shop.customer()
  assert.equal((await ann.call('GET', '/api/payment-options')).json().emails, false)
})
