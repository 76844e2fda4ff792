import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { eventually, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import {
  assertSettled,
  fillBag,
  paidOf,
  startCombinedPayment,
  statusOf,
} from '../../../../tests/helpers/pay-together.ts'
import {
  availableQuantityOf,
  confirmPaid,
  minute,
  paymentsOf,
  placeTestOrder,
  readOrder,
  refundsOf,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
import { reconcilePayments } from '../../jobs/reconcile-payments.ts'
import * as payments from '../../store/payments.ts'

const change = (who: Customer, id: string, quantity: number) =>
  who.call('PUT', `/api/booking/${id}/quantity`, { quantity })

/** Fails if the card can still be charged for the old quantity. */
withCards('a change stops the open payment, and the next one is for the new total', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  const old = await startCardPayment(ann, order)
  assert.equal((await change(ann, order._id, 2)).statusCode, 200)
  assert.equal(await statusOf(shop, old), 'requires_payment_method', 'nothing was to be changed')
  assert.equal((await change(ann, order._id, 11)).json().code, 'out_of_stock')
  assert.equal(await statusOf(shop, old), 'requires_payment_method', 'no payment is stopped for a refusal')
  assert.equal((await change(ann, order._id, 4)).json<Order>().totalPrice, 74)
  assert.equal(await statusOf(shop, old), 'canceled')
  const intent = await startCardPayment(ann, order)
  assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).amount, 7400)
  await shop.charge(intent)
  await eventually(async () => (await readOrder(ann, order._id)).paid, 'the payment')
  assert.equal((await readOrder(ann, order._id)).paidAmount, 74)
  assert.equal((await change(ann, order._id, 1)).json().code, 'already_paid')
  await assertSettled(shop, intent)
})

withCardsOnSqlite('without an answer of the card provider the quantity stays', async shop => {
  const { ann, item, order } = await placeTestOrder(shop)
  await startCardPayment(ann, order)
  await shop.setCardFaults({ outage: true })
  const answer = await change(ann, order._id, 3)
  await shop.setCardFaults({ outage: false })
  assert.equal(answer.statusCode, 502, answer.body)
  assert.match(answer.json().detail, /^The quantity was not changed, because the card provider/)
  assert.equal((await readOrder(ann, order._id)).quantity, 2)
  assert.equal(await availableQuantityOf(shop, item._id), 8)
})

/** Fails if an order is kept as paid with money for another quantity: five pieces for the price of two. */
withCards('late money of a stopped payment does not pay for a changed order', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, ids } = await fillBag(shop, 2)
  const [changed = '', same = ''] = ids
  const intent = await startCombinedPayment(ann, ids)
  // As when the provider reports a payment as canceled and it succeeds all the same.
  const [open] = await paymentsOf(shop.deps.db.read, changed)
  await shop.deps.db.write(tx => payments.markCanceled(tx, open?.id ?? '', 1))
  assert.equal((await change(ann, changed, 5)).statusCode, 200)
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, changed, intent)).json().code, 'payment_refunded')
  assert.deepEqual(await paidOf(ann, [changed, same]), [false, true])
  assert.deepEqual(await refundsOf(shop, intent), [2000])
  assert.equal((await readOrder(ann, changed)).quantity, 5)
  await assertSettled(shop, intent)
})

withCardsOnSqlite('an order whose payment is being checked cannot be changed', async shop => {
  const { ann, order } = await placeTestOrder(shop)
  await shop.deps.db.write(tx => tx.updateTable('orders').set({ payment_unmatched_at: 1 }).execute())
  assert.equal((await change(ann, order._id, 3)).json().code, 'payment_unmatched')
  await shop.deps.db.write(tx => tx.updateTable('orders').set({ payment_unmatched_at: null }).execute())
})

/** Fails if the change cancels the payment here but not at the provider, or does not see that it was paid. */
withCards(
  'paying races a change of one of the orders: paid as it was, or changed and not paid',
  async shop => {
    for (let round = 0; round < 5; round++) {
      const { ann, ids } = await fillBag(shop, 2)
      const [first = ''] = ids
      const intent = await startCombinedPayment(ann, ids)
      const [, changed] = await Promise.all([
        shop.charge(intent).catch(() => undefined),
        change(ann, first, 5),
      ])
      const status = await statusOf(shop, intent)
      if (changed.statusCode === 200) assert.equal(status, 'canceled')
      else {
        assert.equal(status, 'succeeded', changed.body)
        await eventually(async () => (await paidOf(ann, ids)).every(Boolean), 'both to be paid')
        await assertSettled(shop, intent)
      }
      assert.equal((await readOrder(ann, first)).quantity, changed.statusCode === 200 ? 5 : 2)
    }
  },
)

/** Fails if a payment can be opened between the check and the change. */
withCards('opening payments races changes: what is charged is what the order costs', async shop => {
  for (let round = 0; round < 5; round++) {
    const { ann, order } = await placeTestOrder(shop)
    const answers = await Promise.all([
      ann.call('POST', '/api/create-payment-intent', order),
      change(ann, order._id, 3),
      change(ann, order._id, 5),
      ann.call('POST', '/api/create-payment-intent', order),
    ])
    for (const { statusCode, body } of answers) assert.ok([200, 409].includes(statusCode), body)
    shop.travel(minute)
    await reconcilePayments(shop.deps, shop.deps.cards)
    const intent = await startCardPayment(ann, order)
    const { totalPrice } = await readOrder(ann, order._id)
    assert.equal((await shop.readFromProvider(`payment_intents/${intent}`)).amount, totalPrice * 100)
    await shop.charge(intent)
    await eventually(async () => (await readOrder(ann, order._id)).paid, 'the payment')
    await assertSettled(shop, intent)
  }
})
