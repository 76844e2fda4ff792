import { setTimeout as delay } from 'node:timers/promises'
import type { Caller } from '#domain/access.ts'
import { dayMs } from '#domain/day.ts'
import { majorOf, totalOf } from '#domain/money.ts'
import { customer as byCustomer } from '#domain/order-event.ts'
import type { Deps } from '../deps.ts'
import { changeStock } from '../features/items/change-stock.ts'
import { placeOrder } from '../features/orders/place-order.ts'
import { removeOrder } from '../features/orders/remove-order.ts'
import { sendOrders } from '../features/orders/send-orders.ts'
import { refundOrder } from '../features/payments/refund/refund-order.ts'
import { settlePayment } from '../features/payments/settle/settle-payment.ts'
import { noteDeclines } from '../features/payments/start/declines.ts'
import { startPayment } from '../features/payments/start/start-payment.ts'
import { releaseHolds } from '../jobs/release-holds.ts'
import { markSent } from '../jobs/send-outbox.ts'
import { ShopMetrics } from '../observability/shop-metrics.ts'
import { demoAccounts } from '../store/demo-ids.ts'
import * as outbox from '../store/outbox.ts'
import * as users from '../store/users.ts'
import { AgreeingCards } from './agreeing-cards.ts'
import { demoItems } from './goods.ts'
import { demoCustomers } from './people.ts'
import { type PlannedSale, plannedSales } from './plan.ts'

const [second, minute, hour] = [1000, 60_000, 3_600_000]
const holdMs = 30 * minute

/** An event in the past, made by the shop's own functions with the clock set to that time. */
interface Step {
  at: number
  run(deps: Deps): Promise<unknown>
}

const address = '127.0.0.1'
const visitor = { address, times: 1 }
const [, { id, email }] = demoAccounts
const admin: Caller = { userId: id, email, admin: true, address }

/** Two months of orders before the first start, in chronological order. */
export async function playHistory(deps: Deps, firstStart: number): Promise<void> {
  const cards = new AgreeingCards()
  const sales = plannedSales(firstStart)
  const steps = [
    ...stockSteps(sales, firstStart),
    ...sales.flatMap(sale => stepsOf(sale, cards)),
    { at: firstStart, run: forgetEmails },
  ].sort((a, b) => a.at - b.at)
  // Default settings, whatever this shop's are, so that every demo has the same history. It does not count in today's
  // metrics.
  const config = { ...deps.config, holdMs, maxHeldShare: 100 }
  const past = { ...deps, cards, config, metrics: new ShopMetrics() }
  for (const { at, run } of steps) await run({ ...past, now: () => at })
}

/** Restocks each sale, so that the stock is the same as without the sales. */
function stockSteps(sales: readonly PlannedSale[], firstStart: number): Step[] {
  const change = (ago: number, itemId: string, units: number, reason: string): Step[] => {
    const run = (deps: Deps) => changeStock(deps, admin, { itemId, key: undefined, change: units, reason })
    return units === 0 ? [] : [{ at: firstStart - ago, run }]
  }
  return demoItems.flatMap(item => {
    const taken = sales
      .filter(sale => sale.item.id === item.id && !['removed', 'lapsed'].includes(sale.fate))
      .reduce((sum, { quantity }) => sum + quantity, 0)
    const first = Math.ceil(taken / 2)
    return [
      ...change(37 * dayMs, item.id, first, 'Delivery'),
      ...change(12 * dayMs, item.id, taken - first, 'Delivery'),
      // One item runs low, so that the low-stock list has an entry.
      ...(item.name === 'Dome Desk Lamp'
        ? change(
            5.25 * hour,
            item.id,
            3 - item.stocked_quantity,
            'Sent back to the maker: the switch is faulty',
          )
        : []),
    ]
  })
}

function stepsOf(sale: PlannedSale, cards: AgreeingCards): Step[] {
  const { customer, placedAt, fate, sentAt, refundedAt } = sale
  const buyer: Caller = { userId: customer.id, email: customer.email, admin: false, address }
  // Known from the first step.
  let orderId = ''
  const place = async (deps: Deps) => {
    orderId = (await placeOrder(deps, { caller: buyer, visitor, order: orderOf(sale) }))._id
    await deps.db.write(tx => users.setSeen(tx, [buyer.userId], deps.now()))
    // Ids use the real clock: two orders in one millisecond might be listed in the wrong order.
    await delay(2)
  }
  const remove = (deps: Deps) => removeOrder(deps, buyer.userId, orderId, byCustomer)
  const send = (deps: Deps) => sendOrders(deps, admin, { orders: [{ id: orderId, ...parcelOf(sale.luck) }] })
  const refund = (deps: Deps) =>
    refundOrder({ ...deps, cards }, admin, { orderId, key: undefined, restock: 0, ...refundOf(sale) })
  return [
    { at: placedAt, run: place },
    ...(fate === 'removed' ? [{ at: placedAt + 9 * minute, run: remove }] : []),
    ...(fate === 'lapsed' ? [{ at: placedAt + holdMs, run: releaseHolds }] : []),
    ...paySteps(sale, cards, buyer, () => orderId),
    ...(sentAt === null ? [] : [{ at: sentAt, run: send }]),
    ...(refundedAt === null ? [] : [{ at: refundedAt, run: refund }]),
  ]
}

function paySteps(
  { paidAt, declined, luck }: PlannedSale,
  cards: AgreeingCards,
  buyer: Caller,
  orderId: () => string,
): Step[] {
  if (paidAt === null) return []
  let intentId = ''
  const start = async (deps: Deps) => {
    intentId = (await startPayment(deps, cards, buyer, { _id: orderId(), visitor })).clientSecret
  }
  const decline = (deps: Deps) => {
    cards.decline(intentId)
    return noteDeclines(deps, cards, intentId)
  }
  const pay = (deps: Deps) => settlePayment(deps, cards, cards.pay(intentId), luck < 0.8 ? 'page' : 'webhook')
  return [
    { at: paidAt - minute, run: start },
    ...(declined ? [{ at: paidAt - 30 * second, run: decline }] : []),
    { at: paidAt, run: pay },
    { at: paidAt + 2 * second, run: sendEmails },
  ]
}

const orderOf = ({ customer, item, quantity }: PlannedSale) => ({
  itemId: item.id,
  itemName: item.name,
  ownerName: customer.name,
  email: customer.email,
  mobileNumber: customer.mobileNumber,
  address: customer.address,
  quantity,
  totalPrice: majorOf(totalOf(item.price_minor, quantity)),
})

/** One in five is delivered by a friend. */
function parcelOf(luck: number) {
  const number = 1000 + Math.floor(luck * 9000)
  if (luck < 0.2) return {}
  return luck < 0.6
    ? { carrier: 'DHL', tracking: `JD0146 0000 ${number} 77` }
    : { carrier: 'Post', tracking: `RR${number}5521 DE` }
}

/** All of it, or a third in whole dollars: for a scratch, or a missing part. */
const refundOf = ({ fate, item, quantity }: PlannedSale) =>
  fate === 'refunded'
    ? { reason: 'Sent back unused' }
    : { reason: 'Arrived with a scratch', amount: Math.ceil(totalOf(item.price_minor, quantity) / 300) }

/** Receipts are marked as sent without rendering or sending them. */
async function sendEmails({ db, now }: Deps): Promise<void> {
  const next = () => db.write(tx => outbox.lease(tx, now(), now()))
  for (let due = await next(); due; due = await next()) {
    const email = due
    await db.write(tx => markSent(tx, email, now()))
  }
}

/** Other emails of the past count as sent long ago, so they are deleted. */
const forgetEmails = ({ db }: Deps): Promise<void> =>
  db.write(async tx => {
    for (const { id } of demoCustomers) await outbox.removeOf(tx, id, true)
  })
