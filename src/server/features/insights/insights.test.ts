import assert from 'node:assert/strict'
import type { Insights } from '#contract/insights.ts'
import { dayMs } from '#domain/day.ts'
import type { CardRefund, RefundStatus } from '#domain/refund.ts'
import { type CardShop, eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import {
  placePaidOrder,
  placeTestOrder,
  removeWithoutCanceling,
  startCardPayment,
} from '../../../../tests/helpers/paying.ts'
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

/** Dollars received and refunded today, orders and units. */
async function todaysTotals(admin: Customer) {
  const { totals, days } = await insightsOf(admin)
  const { takings, refunds, orders, units, disputes } = totals
  assert.deepEqual(
    days.map(({ date: _, ...sales }) => sales),
    [{ takings, refunds, orders, units, disputes }],
  )
  return [takings, refunds, orders, units]
}

/** Records a refund that the shop did not request, as the provider would report it. */
const recordRefund = (shop: CardShop, intentId: string, status: RefundStatus, amount = 3700) => {
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

/** Fails if revenue counts when an order is placed, or if a repeated event counts again. */
withCards('revenue counts once, when an order is paid', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placeTestOrder(shop)
  assert.deepEqual(await todaysTotals(admin), [0, 0, 0, 0])
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await eventually(async () => (await todaysTotals(admin))[2] === 1, 'the webhook')
  const card = await shop.deps.cards.find(intent)
  assert.ok(card)
  await settlePayment(shop.deps, shop.deps.cards, card, 'reconciler')
  assert.deepEqual(await todaysTotals(admin), [37, 0, 1, 2])
  assert.equal((await insightsOf(admin)).totals.average, 37)
})

withCards(
  'full and partial refunds count once they succeed, and stop counting if the bank returns them',
  async shop => {
    const admin = await newAdmin(shop)
    const { intent } = await placePaidOrder(shop)
    await recordRefund(shop, intent, 'pending', 1000)
    assert.deepEqual(await todaysTotals(admin), [37, 0, 1, 2])
    await recordRefund(shop, intent, 'succeeded', 1000)
    await recordRefund(shop, intent, 'succeeded', 1000)
    assert.deepEqual(await todaysTotals(admin), [37, 10, 1, 2])
    await recordRefund(shop, intent, 'failed', 1000)
    assert.deepEqual(await todaysTotals(admin), [37, 0, 1, 2])
  },
)

/** Fails if every refund counts: the shop would seem to refund more than it received. */
withCards('money that could not be kept counts neither as revenue nor as a refund', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await removeWithoutCanceling(shop, order)
  await shop.charge(intent)
  const done = () =>
    shop.deps.db.read
      .selectFrom('refunds')
      .select('id')
      .where('intent_id', '=', intent)
      .where('succeeded_at', 'is not', null)
      .executeTakeFirst()
  await eventually(done, 'the refund')
  assert.deepEqual(await todaysTotals(admin), [0, 0, 0, 0])
})

/** Fails if a refund counts by its order alone: a duplicate charge was never revenue. */
withCards('refunding a duplicate charge of a paid order is not a refund of a sale', async shop => {
  const admin = await newAdmin(shop)
  const { order } = await placePaidOrder(shop)
  const second = { payment_id: null, order_id: order._id, intent_id: 'pi_second', amount_minor: 3700 }
  const { db } = shop.deps
  const { id } = await db.write(tx => refunds.add(tx, { ...second, reason: 'already_paid' }, Date.now()))
  await db.write(tx =>
    tx.updateTable('refunds').set({ succeeded_at: Date.now() }).where('id', '=', id).execute(),
  )
  assert.deepEqual(await todaysTotals(admin), [37, 0, 1, 2])
  await db.write(tx => tx.deleteFrom('refunds').where('id', '=', id).execute())
})

/** Fails if settling ignores earlier refunds: the revenue would include money that went back. */
withCards('a payment refunded before the shop knew of it counts as revenue and refund', async shop => {
  await shop.setCardFaults({ webhookDrop: true })
  const admin = await newAdmin(shop)
  const { ann, order } = await placeTestOrder(shop)
  const intent = await startCardPayment(ann, order)
  await shop.charge(intent)
  await recordRefund(shop, intent, 'succeeded')
  assert.deepEqual(await todaysTotals(admin), [0, 0, 0, 0])
  const card = await shop.deps.cards.find(intent)
  assert.ok(card)
  await settlePayment(shop.deps, shop.deps.cards, card, 'reconciler')
  assert.deepEqual(await todaysTotals(admin), [37, 37, 1, 2])
  // Its order is updated with the next event of its payment.
  await recordRefund(shop, intent, 'succeeded')
})

withCards('pending work is counted by state', async shop => {
  const admin = await newAdmin(shop)
  const counts = async () => {
    const { toSend, unpaid, lapsed } = await insightsOf(admin)
    return [toSend, unpaid, lapsed]
  }
  await placeTestOrder(shop)
  const { order } = await placePaidOrder(shop)
  assert.deepEqual(await counts(), [1, 1, 0])
  await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
  assert.deepEqual(await counts(), [0, 1, 0])
})

/** Fails if all paid orders count: the number would never reach zero. */
withCards('an order with all units returned does not need to be sent', async shop => {
  const admin = await newAdmin(shop)
  const { order } = await placePaidOrder(shop)
  const refund = { amount: 1, reason: 'Broken', restock: 2 }
  const answer = await admin.call('POST', `/api/booking/${order._id}/refund`, refund, {
    'idempotency-key': 'k1',
  })
  assert.equal(answer.statusCode, 200, answer.body)
  assert.equal((await insightsOf(admin)).toSend, 0)
})

/** Fails if removed and hidden items fill the list, or if sold-out items come before available ones. */
onBothEngines(
  'the low-stock list contains only items that are offered, with sold-out ones last',
  async shop => {
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
  },
)

onSqlite('only the listed periods are accepted; the default is thirty days', async shop => {
  const admin = await newAdmin(shop)
  for (const days of [1, 7, 30, 365]) assert.equal((await insightsOf(admin, days)).days.length, days)
  assert.equal((await admin.call('GET', '/api/insights')).json<Insights>().days.length, 30)
  for (const days of ['2', '0', '-1', '7.0', 'all', '']) {
    const answer = await admin.call('GET', `/api/insights?days=${days}`)
    assert.deepEqual([answer.statusCode, answer.json().code], [400, 'bad_input'], days)
  }
})

/** Fails if a review stays new forever, or if an answered or hidden one still counts. */
withCards('admins see how many orders are to be sent and how many reviews are new', async shop => {
  const admin = await newAdmin(shop)
  const waiting = async () => (await admin.call('GET', '/api/waiting')).json()
  assert.deepEqual(await waiting(), { toSend: 0, newReviews: 0 })
  const { ann } = await placePaidOrder(shop)
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
