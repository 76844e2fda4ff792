import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import {
  assertSettled,
  fillBag,
  lapseAndSellOut,
  start,
  statusOf,
} from '../../../../tests/helpers/pay-together.ts'
import { confirmPaid, intentOf, readOrder, refundsOf } from '../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { refund, refundLines } from '../../../../tests/helpers/refunding.ts'
import { invoicesOf, paidTogether, pay, taxesOf } from '../../../../tests/helpers/taxed-orders.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { comparePayments } from '../../jobs/compare-payments.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import { settlePayment } from './settle/settle-payment.ts'

const deliveryPrice = { price: 4.9, freeFrom: 60 }

/** Goods for 46.59 with 4.90 of delivery, of which the lamp has 2.09, the books 2.60 and the pen 0.21. */
withCards('delivery is charged once, on every document, and taxed like the goods', async shop => {
  await changeContent(shop, { deliveryPrice })
  const { admin, ann, ids, intent } = await paidTogether(shop)
  const { amount, metadata } = await shop.readFromProvider(`payment_intents/${intent}`)
  assert.deepEqual([amount, (metadata as { delivery?: string }).delivery], [5149, '490'])
  await pay(shop, ann, ids, intent)
  const [lamp = '', book = '', pen = ''] = ids
  const paid = async (id: string) => {
    const order: Order = await readOrder(ann, id)
    return [order.paidAmount, order.paidDelivery, order.totalPrice]
  }
  assert.deepEqual(await paid(lamp), [21.99, 2.09, 19.9])
  assert.deepEqual(await paid(book), [27.3, 2.6, 24.7])
  assert.deepEqual(await paid(pen), [2.2, 0.21, 1.99])
  await assertSettled(shop, intent)

  // 24.19 x 20 / 120 is 4.032, 27.30 x 5.5 / 105.5 is 1.423.
  const rates = [
    ['Standard', 20, 24.19, 20.16, 4.03],
    ['Reduced', 5.5, 27.3, 25.88, 1.42],
  ]
  assert.deepEqual(await taxesOf(ann, lamp), [['INV-1001', ...rates]])
  const { rawPayload } = await ann.call('GET', `/api/booking/${lamp}/invoice.pdf`)
  const printed = textsIn(rawPayload).join('|')
  assert.match(
    printed,
    /\|Delivery \(20 % tax\)\|1\|\$2\.30\|\$2\.30\|Delivery \(5\.5 % tax\)\|1\|\$2\.60\|\$2\.60\|/,
  )
  await sendOutbox(shop.deps, shop.deps.mail)
  const [receipt] = await shop.mails(ann.email)
  assert.match(receipt?.text ?? '', /^Delivery: \$4\.90$/m)
  assert.match(receipt?.text ?? '', /^Paid together: \$51\.49$/m)

  assert.equal((await refund(admin, book)).statusCode, 200)
  assert.deepEqual(await refundsOf(shop, intent), [2730])
  assert.deepEqual(await refundLines(shop, ann, 1), [
    ['Book (T-1002, 2 at $12.35 each): $24.70', 'Delivery: $2.60', 'Refunded: $27.30'],
  ])
  const credited = (await invoicesOf(ann, book)).map(({ amount: of }) => of)
  assert.deepEqual(credited, [51.49, 27.3])
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

/** Fails if the sum itself still costs, or if another payment of the same customer is taken into the sum. */
withCards('goods for the sum are delivered free', async shop => {
  await changeContent(shop, { deliveryPrice })
  const { ann, ids } = await fillBag(shop)
  const [twenty = '', forty = '', sixty = ''] = ids
  const amountOf = async (...paying: string[]) => {
    const { amount, delivery } = (await start(ann, paying)).json()
    return [amount, delivery]
  }
  assert.deepEqual(await amountOf(sixty), [60, 0])
  assert.deepEqual(await amountOf(forty), [44.9, 4.9])
  assert.deepEqual(await amountOf(twenty, forty), [60, 0])
})

/** Fails if the shop keeps the delivery of an order that it cannot deliver. */
withCards('an order that cannot be kept gets its share of delivery back', async shop => {
  await changeContent(shop, { deliveryPrice: { price: 6, freeFrom: null } })
  const { ann, orders, items, ids } = await fillBag(shop)
  const intent = intentOf((await start(ann, ids)).json().clientSecret)
  assert.ok(orders[0] && items[0])
  await lapseAndSellOut(shop, orders[0], items[0])
  await shop.charge(intent)
  await confirmPaid(ann, ids[1] ?? '', intent)
  assert.deepEqual(await refundsOf(shop, intent), [2100])
  const [lines = []] = await refundLines(shop, ann, 1)
  assert.deepEqual(lines.slice(1), ['Delivery: $1', 'Refunded: $21'])
  const kept = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidDelivery))
  assert.deepEqual(kept, [0, 2, 3])
  await assertSettled(shop, intent)
})

/** Fails if a page that was opened before the change charges what it does not show. */
withCards(
  'a changed price of delivery opens another payment, and an opened one keeps its own',
  async shop => {
    const { ann, ids } = await fillBag(shop, 1)
    const [id = ''] = ids
    const free = intentOf((await start(ann, ids)).json().clientSecret)
    await changeContent(shop, { deliveryPrice })
    const answer = (await start(ann, ids)).json()
    assert.deepEqual([answer.amount, answer.delivery], [24.9, 4.9])
    assert.equal(await statusOf(shop, free), 'canceled')
    await changeContent(shop, { deliveryPrice: { price: 9, freeFrom: null } })
    const intent = intentOf(answer.clientSecret)
    await shop.charge(intent)
    await confirmPaid(ann, id, intent)
    assert.equal((await readOrder(ann, id)).paidAmount, 24.9)
    await assertSettled(shop, intent)
  },
)

/** Fails if a charge is refunded after a restore because the shop has forgotten that delivery is part of it. */
withCards('a payment that a restored shop has lost pays for delivery too', async shop => {
  await changeContent(shop, { deliveryPrice })
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, ids } = await fillBag(shop, 2)
  await changeContent(shop, { deliveryPrice: { price: 3, freeFrom: null } })
  const intent = intentOf((await start(ann, ids)).json().clientSecret)
  await shop.charge(intent)
  await shop.deps.db.write(async tx => {
    await tx.deleteFrom('payment_orders').execute()
    await tx.deleteFrom('payments').execute()
  })
  await changeContent(shop, { deliveryPrice: null })
  assert.deepEqual(await comparePayments(shop.deps, shop.deps.cards), [])
  const kept = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidAmount))
  assert.deepEqual(kept, [21, 42])
  await assertSettled(shop, intent)
})

/** Fails if money is kept for an order whose quantity has changed since its payment was stopped. */
withCards('a stopped payment with delivery pays for what the order is now, or for nothing', async shop => {
  await changeContent(shop, { deliveryPrice })
  const { deps } = shop
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, ids } = await fillBag(shop, 2)
  const intents = []
  for (const id of ids) {
    const intent = intentOf((await start(ann, [id])).json().clientSecret)
    await shop.charge(intent)
    intents.push(intent)
  }
  await deps.db.write(async tx => {
    await tx.updateTable('payments').set({ canceled_at: 1 }).execute()
    await tx
      .updateTable('orders')
      .set({ quantity: 1, total_minor: 2000 })
      .where('id', '=', ids[1] ?? '')
      .execute()
    await tx.updateTable('items').set({ available_quantity: 9 }).where('price_minor', '=', 2000).execute()
  })
  for (const intent of intents) {
    const card = await deps.cards.find(intent)
    assert.ok(card)
    await settlePayment(deps, deps.cards, card, 'webhook')
  }
  const paid = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidAmount))
  assert.deepEqual(paid, [24.9, null])
  assert.deepEqual(await refundsOf(shop, intents[1] ?? ''), [4490])
})
