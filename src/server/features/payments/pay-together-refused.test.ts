import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { patch, started } from '../../../../tests/helpers/paying.ts'
import { withCardsOnSqlite } from '../../../../tests/helpers/paying-shop.ts'
import { bag, lapseAndSellOut, start, statusOf } from '../../../../tests/helpers/together.ts'

/** Fails where the earlier payment is stopped before it is known whether the new one can be opened. */
withCardsOnSqlite('a payment is not stopped for one that cannot be opened', async shop => {
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

/** Fails where only each order is held against what the provider takes: it refuses their sum, in its own words. */
withCardsOnSqlite('orders that come to more than the provider takes at once are paid apart', async shop => {
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

withCardsOnSqlite('of several orders the customer learns which one is paid already', async shop => {
  const { ann, ids } = await bag(shop, 2)
  const [first = '', second = ''] = ids
  const alone = await started(ann, { _id: second })
  await shop.charge(alone)
  await patch(ann, second, alone)
  const { code, detail } = (await start(ann, [first, second])).json()
  assert.deepEqual([code, detail], ['already_paid', 'Goods 2: This order is paid already.'])
  assert.equal((await start(ann, [second])).json().detail, 'This order is paid already.')
})
