import assert from 'node:assert/strict'
import type { AttentionEntry } from '#contract/attention.ts'
import { type CardShop, eventually, withCards } from '../../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../../tests/helpers/customers.ts'
import { forgetOrders } from '../../../../../tests/helpers/forget-orders.ts'
import {
  assertSettled,
  fillBag,
  lapseAndSellOut,
  paidOf,
  start,
  startCombinedPayment,
  statusOf,
} from '../../../../../tests/helpers/pay-together.ts'
import { confirmPaid, readOrder, refundsOf } from '../../../../../tests/helpers/paying.ts'
import {
  actAtProvider,
  differences,
  refund,
  refundAmountsOf,
} from '../../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../../tests/helpers/shop.ts'
import { offer, startWith } from '../../../../../tests/helpers/vouchers.ts'
import { brokenInvariants } from '../../../books/invariants.ts'
import { comparePayments } from '../../../jobs/compare-payments.ts'
import { recordRefunds } from '../refund/record-refunds.ts'

const compare = (shop: CardShop) => comparePayments(shop.deps, shop.deps.cards)

const unmatched = async (admin: Customer) =>
  (await admin.call('GET', '/api/attention'))
    .json<AttentionEntry[]>()
    .filter(({ kind }) => kind === 'no_order')
    .map(({ amount, orders, ordersGone }) => [amount, orders.map(({ number }) => number), ordersGone])

/** Orders of $20, $40 and $60 were paid together; the restored backup lacks the first order and the payment. */
async function restored(shop: CardShop) {
  await shop.setCardFaults({ webhookDrop: true })
  const admin = await newAdmin(shop)
  const all = await fillBag(shop)
  const intent = await startCombinedPayment(all.ann, all.ids)
  await shop.charge(intent)
  await forgetOrders(shop, all.ids.slice(0, 1))
  const [, second = '', third = ''] = all.ids
  return { admin, ann: all.ann, orders: all.orders, items: all.items, intent, second, third }
}

/** The charge cannot cover the existing orders: the second one costs more than was paid for all of them. */
const raiseTotal = (shop: CardShop, id: string) =>
  shop.deps.db.write(tx =>
    tx
      .updateTable('orders')
      .set({ unit_price_minor: 20_000, total_minor: 40_000 })
      .where('id', '=', id)
      .execute(),
  )

/** Fails if the remaining orders stay payable: 6ceb9a3 charged $80 and then $40 again, and refunded nothing. */
withCards('a charge pays the orders that an older backup still has', async shop => {
  const { admin, ann, orders, intent, second, third } = await restored(shop)
  const left = await compare(shop)
  assert.match(left.join(), new RegExp(`^Charge ${intent} .+ is for 3 orders, of which the shop has 2$`))
  assert.deepEqual(await paidOf(ann, [second, third]), [true, true])
  for (const ids of [[second], [second, third]])
    assert.equal((await start(ann, ids)).json().code, 'already_paid')
  assert.deepEqual(await unmatched(admin), [[20, [orders[1]?.number, orders[2]?.number], 1]])
  // The page of the customer who has just paid still reports the payment.
  assert.equal((await confirmPaid(ann, second, intent)).statusCode, 200)
  assert.match((await differences(shop)).join(), /has orders that are gone, and no refund$/)
  await compare(shop)
  assert.deepEqual(await refundsOf(shop, intent), [], 'nothing is refunded without a request')
  await actAtProvider(shop, intent, 'refund', { amount: 2000 })
  await compare(shop)
  assert.deepEqual([await unmatched(admin), await differences(shop)], [[], []])
  assert.deepEqual(
    refundAmountsOf(await readOrder(ann, second)),
    [0, 0, 40],
    'the money of the lost order went back',
  )
})

/** Fails if the whole charge counts as the rest, or if a refund of an order is taken from the rest. */
withCards('refunds of an existing order and of the lost order are kept apart', async shop => {
  const { admin, ann, intent, second, third } = await restored(shop)
  await compare(shop)
  await shop.setCardFaults({ webhookDrop: false })
  assert.equal((await refund(admin, third)).statusCode, 200)
  assert.deepEqual(await refundsOf(shop, intent), [6000])
  assert.equal((await unmatched(admin)).length, 1)
  shop.deps.config.unmatchedPayments = 'refund'
  for (const _ of ['found', 'found again']) assert.deepEqual(await compare(shop), [])
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [2000, 6000])
  assert.deepEqual(refundAmountsOf(await readOrder(ann, second)), [0, 0, 40])
  assert.deepEqual([await unmatched(admin), await differences(shop)], [[], []])
})

/** Fails if an order that is sold out or was paid again keeps both charges. */
withCards('money that the existing orders cannot use is refunded automatically', async shop => {
  const { ann, orders, items, intent, second, third } = await restored(shop)
  const again = await startCombinedPayment(ann, [second])
  await shop.charge(again)
  assert.equal((await confirmPaid(ann, second, again)).statusCode, 200)
  const [, , order] = orders
  const [, , item] = items
  assert.ok(order && item)
  await lapseAndSellOut(shop, order, item)
  await compare(shop)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [4000, 6000])
  assert.deepEqual(await paidOf(ann, [second, third]), [true, false])
  assert.equal((await readOrder(ann, second)).transactionId, again)
  assert.deepEqual(await refundsOf(shop, again), [])
})

/** Fails if an order can be paid although an unsettled charge may be for it. */
withCards('orders named by an unsettled charge cannot be paid until it is settled', async shop => {
  const { admin, ann, orders, intent, second, third } = await restored(shop)
  await raiseTotal(shop, second)
  await compare(shop)
  for (const ids of [[second], [third], [third, second]]) {
    const answer = await start(ann, ids)
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'payment_unmatched'])
    assert.match(answer.json().detail, /received a payment that may be for this order/)
  }
  assert.ok((await readOrder(ann, second)).paymentUnmatchedAt)
  assert.deepEqual(await unmatched(admin), [[120, [orders[1]?.number, orders[2]?.number], 1]])
  const other = await shop.customer()
  const item = await shop.item()
  const free = (await other.order(item, 1)).json()
  assert.equal((await start(other, [free._id])).statusCode, 200, 'other orders are not meant')

  await actAtProvider(shop, intent, 'refund', { amount: 11_999 })
  await compare(shop)
  assert.equal((await start(ann, [third])).json().code, 'payment_unmatched', 'a cent is left')
  await actAtProvider(shop, intent, 'refund')
  await compare(shop)
  assert.equal((await readOrder(ann, second)).paymentUnmatchedAt, null)
  assert.equal((await start(ann, [third])).statusCode, 200)
  assert.deepEqual(await unmatched(admin), [])
})

/** Fails if a failed refund makes the orders payable: the customer would be charged twice. */
withCards('if the refund of an unsettled charge fails, its orders stay blocked', async shop => {
  const { ann, intent, second } = await restored(shop)
  await raiseTotal(shop, second)
  await compare(shop)
  await shop.setCardFaults({ webhookDrop: false })
  await actAtProvider(shop, intent, 'refund')
  await eventually(async () => (await readOrder(ann, second)).paymentUnmatchedAt === null, 'the refund')
  const { data } = (await shop.readFromProvider(`refunds?payment_intent=${intent}`)) as {
    data: { id: string }[]
  }
  await actAtProvider(shop, data[0]?.id ?? '', 'fail')
  await eventually(async () => (await readOrder(ann, second)).paymentUnmatchedAt !== null, 'its failure')
  assert.equal((await start(ann, [second])).json().code, 'payment_unmatched')
})

/** Fails if a payment that was opened before the charge was found can still be paid. */
withCards('a payment that is open when the charge is found is canceled', async shop => {
  const { ann, second, third } = await restored(shop)
  await raiseTotal(shop, second)
  const open = await startCombinedPayment(ann, [third])
  await compare(shop)
  assert.equal(await statusOf(shop, open), 'canceled')
  const { ann: bea, second: kept } = await restored(shop)
  const early = await startCombinedPayment(bea, [kept])
  await compare(shop)
  assert.equal(await statusOf(shop, early), 'canceled')
  assert.deepEqual(await paidOf(bea, [kept]), [true])
})

/**
 * Fails if the check whether an order may be paid runs outside the transaction that opens its payment. Whichever comes
 * first, no card can be charged once both are done.
 */
withCards('a charge is found while a payment of its order starts', async shop => {
  for (let round = 0; round < 4; round++) {
    const { ann, second, third } = await restored(shop)
    await raiseTotal(shop, second)
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

/** 10 % off goods for $20, $40 and $60. Fails if the orders that are left take what the voucher took off the lost one. */
withCards('a charge with a voucher for a lost order is left to a person', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const admin = await newAdmin(shop)
  await offer(shop)
  const { ann, ids, orders } = await fillBag(shop)
  const { intent } = await startWith(ann, ids, 'WELCOME10')
  await shop.charge(intent)
  await forgetOrders(shop, ids.slice(0, 1))
  const [, second = '', third = ''] = ids
  await compare(shop)
  assert.deepEqual(await paidOf(ann, [second, third]), [false, false])
  assert.deepEqual(await unmatched(admin), [[108, [orders[1]?.number, orders[2]?.number], 1]])
  assert.equal((await start(ann, [third])).json().code, 'payment_unmatched')
  assert.deepEqual(await refundsOf(shop, intent), [])
  await actAtProvider(shop, intent, 'refund')
  await compare(shop)
  assert.deepEqual([await unmatched(admin), await differences(shop)], [[], []])
  assert.equal((await start(ann, [second, third])).statusCode, 200)
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

/** Fails if the bank's money is taken from the orders first: the unmatched part would be listed forever. */
withCards('a dispute of such a charge takes the unmatched part first', async shop => {
  const { admin, ann, intent, second, third } = await restored(shop)
  await compare(shop)
  const lost = { amount: 5000, reason: 'fraudulent', status: 'lost', isRefundable: false } as const
  const dispute = { id: 'du_1', intentId: intent, openedAt: 1, withdrawn: 5000, fee: 0, ...lost }
  await recordRefunds(shop.deps, intent, { disputes: [dispute] })
  const losses = await Promise.all(
    [second, third].map(async id => (await readOrder(ann, id)).disputeLostAmount),
  )
  assert.deepEqual([losses, await unmatched(admin)], [[30, 0], []])
})

/** Fails if a charge with all its orders is treated as unmatched. */
withCards('a charge whose orders all exist is settled as usual', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const all = await fillBag(shop)
  const intent = await startCombinedPayment(all.ann, all.ids)
  await shop.charge(intent)
  await forgetOrders(shop, [])
  assert.deepEqual(await compare(shop), [])
  assert.deepEqual(await paidOf(all.ann, all.ids), [true, true, true])
  await assertSettled(shop, intent)
})
