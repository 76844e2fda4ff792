import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { forgetOrders } from '../../../../../tests/helpers/forget-orders.ts'
import {
  assertSettled,
  bag,
  lapseAndSellOut,
  paidOf,
  start,
  startedTogether,
  statusOf,
} from '../../../../../tests/helpers/pay-together.ts'
import { patch, read, refundsOf } from '../../../../../tests/helpers/paying.ts'
import { eventually, type PayingShop, withCards } from '../../../../../tests/helpers/paying-shop.ts'
import { byHand, differences, moneyOf, refund } from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { recordRefunds } from '../refund/record-refunds.ts'

const compare = (shop: PayingShop) => comparePayments(shop.deps, shop.deps.cards)

const unmatched = async (admin: Customer) =>
  (await admin.call('GET', '/api/attention'))
    .json<AttentionEntry[]>()
    .filter(({ kind }) => kind === 'no_order')
    .map(({ amount, orders, ordersGone }) => [amount, orders.map(({ number }) => number), ordersGone])

/** $20, $40 and $60 paid with one card, of which an older backup has lost the first one and the payment. */
async function restored(shop: PayingShop) {
  await shop.turn({ webhookDrop: true })
  const admin = await newAdmin(shop)
  const all = await bag(shop)
  const intent = await startedTogether(all.ann, all.ids)
  await shop.charge(intent)
  await forgetOrders(shop, all.ids.slice(0, 1))
  const [, second = '', third = ''] = all.ids
  return { admin, ann: all.ann, orders: all.orders, items: all.items, intent, second, third }
}

/** The charge cannot be for the orders as they are: the second one costs more than was paid for all of them. */
const makeDearer = (shop: PayingShop, id: string) =>
  shop.deps.db.write(tx =>
    tx
      .updateTable('orders')
      .set({ unit_price_cents: 20_000, total_cents: 40_000 })
      .where('id', '=', id)
      .execute(),
  )

/** Fails where the orders that are left stay payable: 6ceb9a3 charged $80 and then $40 again, and gave nothing back. */
withCards('orders that an older backup has kept are paid with the charge that names them', async shop => {
  const { admin, ann, orders, intent, second, third } = await restored(shop)
  const left = await compare(shop)
  assert.match(left.join(), new RegExp(`^Charge ${intent} .+ is for 3 orders, of which the shop has 2$`))
  assert.deepEqual(await paidOf(ann, [second, third]), [true, true])
  for (const ids of [[second], [second, third]])
    assert.equal((await start(ann, ids)).json().code, 'already_paid')
  assert.deepEqual(await unmatched(admin), [[20, [orders[1]?.number, orders[2]?.number], 1]])
  // The page of the customer who has just paid still tells the shop of it.
  assert.equal((await patch(ann, second, intent)).statusCode, 200)
  assert.match((await differences(shop)).join(), /has orders that are gone, and no refund$/)
  await compare(shop)
  assert.deepEqual(await refundsOf(shop, intent), [], 'nothing goes back that nobody has asked for')
  await byHand(shop, intent, 'refund', { amount: 2000 })
  await compare(shop)
  assert.deepEqual([await unmatched(admin), await differences(shop)], [[], []])
  assert.deepEqual(moneyOf(await read(ann, second)), [0, 0, 40], 'the money of the lost order went back')
})

/** Fails where the rest of such a charge is all of it, or a refund of an order takes what is left of the charge. */
withCards('refunds of an order and of the lost one stay apart', async shop => {
  const { admin, ann, intent, second, third } = await restored(shop)
  await compare(shop)
  await shop.turn({ webhookDrop: false })
  assert.equal((await refund(admin, third)).statusCode, 200)
  assert.deepEqual(await refundsOf(shop, intent), [6000])
  assert.equal((await unmatched(admin)).length, 1)
  shop.deps.config.unmatchedPayments = 'refund'
  for (const _ of ['found', 'found again']) assert.deepEqual(await compare(shop), [])
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [2000, 6000])
  assert.deepEqual(moneyOf(await read(ann, second)), [0, 0, 40])
  assert.deepEqual([await unmatched(admin), await differences(shop)], [[], []])
})

/** Fails where an order that was paid a second time meanwhile, or is sold out, keeps both charges. */
withCards('what the orders that are left cannot take goes back by itself', async shop => {
  const { ann, orders, items, intent, second, third } = await restored(shop)
  const again = await startedTogether(ann, [second])
  await shop.charge(again)
  assert.equal((await patch(ann, second, again)).statusCode, 200)
  const [, , order] = orders
  const [, , item] = items
  assert.ok(order && item)
  await lapseAndSellOut(shop, order, item)
  await compare(shop)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [4000, 6000])
  assert.deepEqual(await paidOf(ann, [second, third]), [true, false])
  assert.equal((await read(ann, second)).transactionId, again)
  assert.deepEqual(await refundsOf(shop, again), [])
})

/** Fails where an order can be paid although a charge that may be for it is not settled. */
withCards('orders that an unsettled charge names cannot be paid until it is settled', async shop => {
  const { admin, ann, orders, intent, second, third } = await restored(shop)
  await makeDearer(shop, second)
  await compare(shop)
  for (const ids of [[second], [third], [third, second]]) {
    const answer = await start(ann, ids)
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_unmatched'])
    assert.match(answer.json().detail, /received a payment that may be for this order/)
  }
  assert.ok((await read(ann, second)).paymentUnmatchedAt)
  assert.deepEqual(await unmatched(admin), [[120, [orders[1]?.number, orders[2]?.number], 1]])
  const other = await shop.customer()
  const item = await shop.item()
  const free = (await other.order(item, 1)).json()
  assert.equal((await start(other, [free._id])).statusCode, 200, 'other orders are not meant')

  await byHand(shop, intent, 'refund', { amount: 11_999 })
  await compare(shop)
  assert.equal((await start(ann, [third])).json().code, 'payment_unmatched', 'a cent is left')
  await byHand(shop, intent, 'refund')
  await compare(shop)
  assert.equal((await read(ann, second)).paymentUnmatchedAt, null)
  assert.equal((await start(ann, [third])).statusCode, 200)
  assert.deepEqual(await unmatched(admin), [])
})

/** Fails where a refund that the bank sends back leaves the orders payable: the customer is charged twice after all. */
withCards('a refund of an unsettled charge that fails keeps its orders from being paid again', async shop => {
  const { ann, intent, second } = await restored(shop)
  await makeDearer(shop, second)
  await compare(shop)
  await shop.turn({ webhookDrop: false })
  await byHand(shop, intent, 'refund')
  await eventually(async () => (await read(ann, second)).paymentUnmatchedAt === null, 'the refund')
  const { data } = (await shop.provider(`refunds?payment_intent=${intent}`)) as { data: { id: string }[] }
  await byHand(shop, data[0]?.id ?? '', 'fail')
  await eventually(async () => (await read(ann, second)).paymentUnmatchedAt !== null, 'its failure')
  assert.equal((await start(ann, [second])).json().code, 'payment_unmatched')
})

/** Fails where a payment that was opened before the charge was found can still be paid. */
withCards('a payment that was open when the charge was found is called off', async shop => {
  const { ann, second, third } = await restored(shop)
  await makeDearer(shop, second)
  const open = await startedTogether(ann, [third])
  await compare(shop)
  assert.equal(await statusOf(shop, open), 'canceled')
  const { ann: bea, second: kept } = await restored(shop)
  const early = await startedTogether(bea, [kept])
  await compare(shop)
  assert.equal(await statusOf(shop, early), 'canceled')
  assert.deepEqual(await paidOf(bea, [kept]), [true])
})

/**
 * Fails where whether an order may be paid is read before the transaction that opens its payment: whoever comes first,
 * no card can be charged once both are done.
 */
withCards('a charge is found while a payment of its order starts', async shop => {
  for (let round = 0; round < 4; round++) {
    const { ann, second, third } = await restored(shop)
    await makeDearer(shop, second)
    const starting = Array.from({ length: 3 }, () => start(ann, [third]))
    const [answers] = await Promise.all([Promise.all(starting), compare(shop)])
    for (const answer of answers) {
      const { code, clientSecret } = answer.json()
      assert.ok(clientSecret || ['payment_unmatched', 'payment_pending'].includes(code), answer.body)
      if (clientSecret)
        assert.equal(await statusOf(shop, clientSecret.split('_secret_')[0]), 'canceled', answer.body)
    }
    assert.equal((await start(ann, [third])).json().code, 'payment_unmatched')
  }
})

/** Fails where what the bank takes is taken for the orders first: what is of no order would be shown for ever. */
withCards('a dispute of such a charge takes what is of no order first', async shop => {
  const { admin, ann, intent, second, third } = await restored(shop)
  await compare(shop)
  const lost = { amount: 5000, reason: 'fraudulent', status: 'lost', isRefundable: false } as const
  const dispute = { id: 'du_1', intentId: intent, openedAt: 1, withdrawn: 5000, fee: 0, ...lost }
  await recordRefunds(shop.deps, intent, { disputes: [dispute] })
  const losses = await Promise.all([second, third].map(async id => (await read(ann, id)).disputeLostAmount))
  assert.deepEqual([losses, await unmatched(admin)], [[30, 0], []])
})

/** Fails where only some of the orders have to be there: a lone charge is nobody's, and its order stays away. */
withCards('a charge all of whose orders are there is settled as ever', async shop => {
  await shop.turn({ webhookDrop: true })
  const all = await bag(shop)
  const intent = await startedTogether(all.ann, all.ids)
  await shop.charge(intent)
  await forgetOrders(shop, [])
  assert.deepEqual(await compare(shop), [])
  assert.deepEqual(await paidOf(all.ann, all.ids), [true, true, true])
  await assertSettled(shop, intent)
})
