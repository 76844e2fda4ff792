import assert from 'node:assert/strict'
import type { Insights } from '#contract/insights.ts'
import { dayMs } from '#domain/day.ts'
import type { CardRefund, RefundStatus } from '#domain/refund.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { bought, ordered, removeUnseen, started } from '../../../../tests/helpers/paying.ts'
import { eventually, type PayingShop, withCards } from '../../../../tests/helpers/paying-shop.ts'
import { newAdmin, onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { listCandidates } from '../../store/low-stock.ts'
import * as refunds from '../../store/refunds.ts'
import { recordRefunds } from '../payments/refund/record-refunds.ts'
import { settlePayment } from '../payments/settle/settle-payment.ts'
import { countWaiting } from './count-waiting.ts'

const insightsOf = async (admin: Customer, days = 1): Promise<Insights> => {
  const answer = await admin.call('GET', `/api/insights?days=${days}`)
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json()
}

/** Dollars taken in and given back today, orders and units. */
async function today(admin: Customer) {
  const { totals, days } = await insightsOf(admin)
  const { takings, refunds, orders, units, disputes } = totals
  assert.deepEqual(
    days.map(({ date: _, ...sales }) => sales),
    [{ takings, refunds, orders, units, disputes }],
  )
  return [takings, refunds, orders, units]
}

/** The provider says this of money that goes back, whoever has caused it. */
const tell = (shop: PayingShop, intentId: string, status: RefundStatus, amount = 3700) => {
  const known: CardRefund = {
    id: `re_${intentId}`,
    intentId,
    refundId: undefined,
    amount,
    status,
    failure: null,
  }
  return recordRefunds(shop.deps, intentId, { refunds: [known] })
}

/** Fails where takings count when an order is placed, and where news that comes again counts again. */
withCards('takings count when an order is paid, once', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await ordered(shop)
  assert.deepEqual(await today(admin), [0, 0, 0, 0])
  const intent = await started(ann, order)
  await shop.charge(intent)
  await eventually(async () => (await today(admin))[2] === 1, 'the webhook')
  const card = await shop.deps.cards.find(intent)
  assert.ok(card)
  await settlePayment(shop.deps, shop.deps.cards, card, 'reconciler')
  assert.deepEqual(await today(admin), [37, 0, 1, 2])
  assert.equal((await insightsOf(admin)).totals.average, 37)
})

withCards(
  'refunds count when they are done, also in part, and no longer when the bank sends them back',
  async shop => {
    const admin = await newAdmin(shop)
    const { intent } = await bought(shop)
    await tell(shop, intent, 'pending', 1000)
    assert.deepEqual(await today(admin), [37, 0, 1, 2])
    await tell(shop, intent, 'succeeded', 1000)
    await tell(shop, intent, 'succeeded', 1000)
    assert.deepEqual(await today(admin), [37, 10, 1, 2])
    await tell(shop, intent, 'failed', 1000)
    assert.deepEqual(await today(admin), [37, 0, 1, 2])
  },
)

/** Fails where every refund counts: the shop seems to give back more than it takes in. */
withCards('money that could not be kept is neither taken in nor given back', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
  await removeUnseen(shop, order)
  await shop.charge(intent)
  const done = () =>
    shop.deps.db.read
      .selectFrom('refunds')
      .select('id')
      .where('intent_id', '=', intent)
      .where('succeeded_at', 'is not', null)
      .executeTakeFirst()
  await eventually(done, 'the refund')
  assert.deepEqual(await today(admin), [0, 0, 0, 0])
})

/** Fails where a refund counts by its order alone: a second charge for a paid order was never taken in. */
withCards('the way back of a second charge for a paid order is no refund of a sale', async shop => {
  const admin = await newAdmin(shop)
  const { order } = await bought(shop)
  const second = { paymentId: null, orderId: order._id, intentId: 'pi_second', amount: 3700 }
  const { db } = shop.deps
  const { id } = await db.write(tx => refunds.add(tx, { ...second, reason: 'already_paid' }, Date.now()))
  await db.write(tx =>
    tx.updateTable('refunds').set({ succeeded_at: Date.now() }).where('id', '=', id).execute(),
  )
  assert.deepEqual(await today(admin), [37, 0, 1, 2])
  await db.write(tx => tx.deleteFrom('refunds').where('id', '=', id).execute())
})

/** Fails where settling does not look for earlier refunds: the shop has taken in what it never had for long. */
withCards('money that went back before the shop knew that it had come counts as both', async shop => {
  await shop.turn({ webhookDrop: true })
  const admin = await newAdmin(shop)
  const { ann, order } = await ordered(shop)
  const intent = await started(ann, order)
  await shop.charge(intent)
  await tell(shop, intent, 'succeeded')
  assert.deepEqual(await today(admin), [0, 0, 0, 0])
  const card = await shop.deps.cards.find(intent)
  assert.ok(card)
  await settlePayment(shop.deps, shop.deps.cards, card, 'reconciler')
  assert.deepEqual(await today(admin), [37, 37, 1, 2])
  // Its order learns of it with the next news of its money.
  await tell(shop, intent, 'succeeded')
})

withCards('what waits is counted by state', async shop => {
  const admin = await newAdmin(shop)
  const counts = async () => {
    const { toSend, unpaid, lapsed } = await insightsOf(admin)
    return [toSend, unpaid, lapsed]
  }
  await ordered(shop)
  const { order } = await bought(shop)
  assert.deepEqual(await counts(), [1, 1, 0])
  await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
  assert.deepEqual(await counts(), [0, 1, 0])
})

/** Fails where all paid orders count: the figure would never come to nothing. */
withCards('an order of which all units are back is not one to send', async shop => {
  const admin = await newAdmin(shop)
  const { order } = await bought(shop)
  const refund = { amount: 1, reason: 'Broken', restock: 2 }
  const answer = await admin.call('POST', `/api/booking/${order._id}/refund`, refund, {
    'idempotency-key': 'k1',
  })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal((await insightsOf(admin)).toSend, 0)
})

/** Fails where removed and hidden items are looked at first, and where what is gone stands before what can be ordered. */
onBothEngines('what runs low is on sale, and what is gone comes last', async shop => {
  const admin = await newAdmin(shop)
  const low = async () => (await insightsOf(admin)).low.map(({ name }) => name)
  const removed = await shop.item({ name: 'Removed', availableQuantity: 1 })
  const gone = await shop.item({ name: 'Gone', availableQuantity: 1 })
  await shop.item({ name: 'Few', availableQuantity: 2 })
  await admin.call('DELETE', `/api/item/${removed._id}`)
  await (await shop.customer()).order(gone)
  assert.deepEqual(await low(), ['Few', 'Gone'])
  const week = { from: 0, until: Date.now() + dayMs }
  assert.equal((await listCandidates(shop.deps.db.read, 5, week, 2)).length, 2)
})

onSqlite('only these lengths can be asked for; thirty days unless told', async shop => {
  const admin = await newAdmin(shop)
  for (const days of [1, 7, 30, 365]) assert.equal((await insightsOf(admin, days)).days.length, days)
  assert.equal((await admin.call('GET', '/api/insights')).json<Insights>().days.length, 30)
  for (const days of ['2', '0', '-1', '7.0', 'all', '']) {
    const answer = await admin.call('GET', `/api/insights?days=${days}`)
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'bad_input'], days)
  }
})

/** Fails where a review is new for ever, and where one that was answered or hidden still waits. */
withCards('admins are told how many orders are to be sent, and how many reviews are new', async shop => {
  const admin = await newAdmin(shop)
  const waiting = async () => (await admin.call('GET', '/api/waiting')).json()
  assert.deepEqual(await waiting(), { toSend: 0, newReviews: 0 })
  const { ann } = await bought(shop)
  const written: string[] = []
  for (const comment of ['Good.', 'Fine.', 'Bad.']) {
    const review = { name: 'Ann', comment, starRating: 4 }
    written.push((await ann.call('POST', '/api/myReview', review)).json()._id)
  }
  assert.deepEqual(await waiting(), { toSend: 1, newReviews: 3 })
  await admin.call('PATCH', `/api/review/${written[0]}`, { answer: 'Thank you.' })
  await admin.call('PATCH', `/api/review/${written[1]}`, { hidden: true })
  assert.deepEqual(await waiting(), { toSend: 1, newReviews: 1 })
  assert.equal((await countWaiting({ ...shop.deps, now: () => Date.now() + 8 * dayMs })).newReviews, 0)
})
