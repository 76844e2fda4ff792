import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import {
  bag,
  lapseAndSellOut,
  paidOf,
  start,
  startedTogether,
  statusOf,
} from '../../../../../tests/helpers/pay-together.ts'
import { patch, refundsOf, started } from '../../../../../tests/helpers/paying.ts'
import { withCardsOnSqlite } from '../../../../../tests/helpers/paying-shop.ts'

/** Fails if the earlier payment is canceled before the new one is known to be possible. */
withCardsOnSqlite('a payment is not canceled for one that cannot be opened', async shop => {
  const { ann, items, orders, ids } = await bag(shop, 2)
  const [first = ''] = ids
  const alone = await started(ann, { _id: first })
  const [order, item] = [orders[1], items[1]]
  assert.ok(order && item)
  await lapseAndSellOut(shop, order, item)
  assert.equal((await start(ann, ids)).json().code, 'out_of_stock')
  assert.equal(await statusOf(shop, alone), 'requires_payment_method')
  await shop.charge(alone)
  assert.equal((await patch(ann, first, alone)).statusCode, 200)
})

/** Fails if only single orders are checked against the provider's maximum: it would refuse the sum with its own message. */
withCardsOnSqlite('orders above the provider’s maximum have to be paid separately', async shop => {
  const ann = await shop.customer()
  const ids: string[] = []
  for (let n = 0; n < 2; n++) {
    const item = await shop.item({ price: 500_000, availableQuantity: 1, mustQuantity: 1 })
    ids.push((await ann.order(item, 1)).json<Order>()._id)
  }
  const alone = await started(ann, { _id: ids[0] ?? '' })
  const refused = await start(ann, ids)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'amount_not_payable'])
  assert.match(refused.json().detail, /^These 2 orders come to \$1,000,000, and/)
  assert.equal(await statusOf(shop, alone), 'requires_payment_method')
})

withCardsOnSqlite('the refusal names the order that was already paid', async shop => {
  const { ann, ids } = await bag(shop, 2)
  const [first = '', second = ''] = ids
  const alone = await started(ann, { _id: second })
  await shop.charge(alone)
  await patch(ann, second, alone)
  const { code, detail } = (await start(ann, [first, second])).json()
  assert.deepEqual([code, detail], ['already_paid', 'Goods 2: This order is paid already.'])
  assert.equal((await start(ann, [second])).json().detail, 'This order is paid already.')
})

/** Fails if the refund uses the agreed amount: the provider always refuses more than it received. */
withCardsOnSqlite('a wrong amount is refunded as received, split among the orders', async shop => {
  await shop.turn({ webhookDrop: true })
  const { ann, ids } = await bag(shop)
  const intent = await startedTogether(ann, ids)
  const [, , third = ''] = ids
  // As if $80 had been agreed for the last order and only $60 arrived.
  await shop.deps.db.write(async tx => {
    await tx.updateTable('payment_orders').set({ amount_cents: 8000 }).where('order_id', '=', third).execute()
    await tx.updateTable('payments').set({ amount_cents: 14_000 }).execute()
  })
  await shop.charge(intent)
  assert.equal((await patch(ann, third, intent)).json().code, 'payment_refunded')
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [2000, 4000, 6000])
  assert.deepEqual(await paidOf(ann, ids), [false, false, false])
})
