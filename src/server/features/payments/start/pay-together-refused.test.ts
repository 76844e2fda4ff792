import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { withCardsOnSqlite } from '../../../../../tests/helpers/card-shop.ts'
import {
  fillBag,
  lapseAndSellOut,
  paidOf,
  start,
  startCombinedPayment,
  statusOf,
} from '../../../../../tests/helpers/pay-together.ts'
import { confirmPaid, refundsOf, startCardPayment } from '../../../../../tests/helpers/paying.ts'

/** Fails if the earlier payment is canceled before the new one is known to be possible. */
withCardsOnSqlite('a payment is not canceled for one that cannot be opened', async shop => {
  const { ann, items, orders, ids } = await fillBag(shop, 2)
  const [first = ''] = ids
  const alone = await startCardPayment(ann, { _id: first })
  const [order, item] = [orders[1], items[1]]
  assert.ok(order && item)
  await lapseAndSellOut(shop, order, item)
  assert.equal((await start(ann, ids)).json().code, 'out_of_stock')
  assert.equal(await statusOf(shop, alone), 'requires_payment_method')
  await shop.charge(alone)
  assert.equal((await confirmPaid(ann, first, alone)).statusCode, 200)
})

/** Fails if only single orders are checked against the provider's maximum: it would refuse the sum with its own message. */
withCardsOnSqlite('orders above the provider’s maximum have to be paid separately', async shop => {
  const ann = await shop.customer()
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    const item = await shop.item({ price: 500_000, availableQuantity: 1, mustQuantity: 1 })
    ids.push((await ann.order(item, 1)).json<Order>()._id)
  }
  const alone = await startCardPayment(ann, { _id: ids[0] ?? '' })
  const refused = await start(ann, ids)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'amount_not_payable'])
  assert.match(refused.json().detail, /^These 2 orders come to \$1,000,000, and/)
  assert.equal(await statusOf(shop, alone), 'requires_payment_method')
})

withCardsOnSqlite('the refusal names the order that was already paid', async shop => {
  const { ann, ids } = await fillBag(shop, 2)
  const [first = '', second = ''] = ids
  const alone = await startCardPayment(ann, { _id: second })
  await shop.charge(alone)
  await confirmPaid(ann, second, alone)
  const { code, detail } = (await start(ann, [first, second])).json()
  assert.deepEqual([code, detail], ['already_paid', 'Goods 2: This order is already paid.'])
  assert.equal((await start(ann, [second])).json().detail, 'This order is already paid.')
})

/** Fails if the refund uses the agreed amount: the provider always refuses more than it received. */
withCardsOnSqlite('a wrong amount is refunded as received, split among the orders', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const { ann, ids } = await fillBag(shop)
  const intent = await startCombinedPayment(ann, ids)
  const [, , third = ''] = ids
  // As if $80 had been agreed for the last order and only $60 arrived.
  await shop.deps.db.write(async tx => {
    await tx.updateTable('payment_orders').set({ amount_minor: 8000 }).where('order_id', '=', third).execute()
    await tx.updateTable('payments').set({ amount_minor: 14_000 }).execute()
  })
  await shop.charge(intent)
  assert.equal((await confirmPaid(ann, third, intent)).json().code, 'payment_refunded')
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [2000, 4000, 6000])
  assert.deepEqual(await paidOf(ann, ids), [false, false, false])
})
