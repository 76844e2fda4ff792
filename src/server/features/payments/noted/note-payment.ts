import type { NotedPayment } from '#contract/noted-payments.ts'
import type { Order } from '#contract/orders.ts'
import type { ShopContent } from '#contract/shop-content.ts'
import type { Caller } from '#domain/access.ts'
import { dayAt } from '#domain/day.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { holdToSettle } from '#domain/hold.ts'
import { minorOf } from '#domain/money.ts'
import { amountFault, dayFault } from '#domain/noted-payment.ts'
import { noSuchOrder } from '#domain/order.ts'
import { chargeCurrency, otherCustomer } from '#domain/payment.ts'
import { type Price, priceOf } from '#domain/price.ts'
import { outOfStock } from '#domain/quantity.ts'
import { Refusal } from '#domain/refusal.ts'
import { priceAsTold } from '#domain/transfer.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as audit from '../../../store/audit.ts'
import * as items from '../../../store/items.ts'
import * as notedPayments from '../../../store/noted-payments.ts'
import * as orders from '../../../store/orders.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as timeline from '../../../store/timeline.ts'
import * as users from '../../../store/users.ts'
import { byItem, holdAgain } from '../hold-again.ts'
import { keep } from '../settle/take-money.ts'
import { checkUnpaid, withItemName } from '../start/open-payment.ts'
import { explainOutage } from '../start/provider-outage.ts'
import { withoutLivePayments } from '../start/without-live-payments.ts'

interface Request extends NotedPayment {
  orderId: string
  key: string | undefined
}

/**
 * Marks unpaid orders of one customer as paid by transfer, in cash or at the terminal. The customer's card payments for
 * them are canceled first; one that succeeds all the same is refunded, because the orders are paid.
 */
export async function notePayment(deps: Deps, admin: Caller, request: Request): Promise<Order[]> {
  const words = (doesWhat: string) => `The card provider ${doesWhat} right now. Nothing was marked as paid.`
  const { paid } = await explainOutage(words, () =>
    withoutLivePayments(deps, deps.cards, tx => tryToNote(tx, deps, admin, request)),
  )
  return paid.map(orders.toOrder)
}

/** Returns the live card payments of the orders, if any. Checked last, so that none is canceled for a refused request. */
async function tryToNote(
  tx: Writing,
  deps: Deps,
  admin: Caller,
  request: Request,
): Promise<{ paid: OrderRow[] } | readonly PaymentRow[]> {
  const now = deps.now()
  const { method, date: on, key } = request
  // Lock the user, then the orders, then their items, as everywhere else: this prevents deadlocks.
  await users.lockCaller(tx, admin.userId)
  const earlier = key && (await notedPayments.findByKey(tx, admin.userId, key))
  if (earlier) return { paid: await sameNote(tx, earlier, request) }
  const { deliveryPrice } = await shopContent.read(tx)
  const due = await lockDue(tx, idsOf(request))
  const price = priceFor(due, request.amount, deliveryPrice)
  refuse('date', dayFault(on, dayAt(now, deps.config.timeZone)))
  for (const order of byItem(due)) if (order.released_at !== null) await takeStock(tx, order, due, admin, now)
  const live = deps.cards ? await payments.listLive(tx, idsOf(request)) : []
  if (live.length > 0) return live
  const orderIds = due.map(({ id }) => id)
  const noted = {
    orderIds,
    price,
    voucher: '',
    currency: chargeCurrency(),
    method,
    adminId: admin.userId,
    key,
    now,
  }
  const payment = await notedPayments.add(tx, noted)
  if (request.note)
    for (const id of orderIds)
      await timeline.add(tx, id, { at: now, what: 'payment_noted', who: admin, detail: request.note })
  const parts = await paymentOrders.listOf(tx, payment.id)
  const source = { payment, intentId: payment.intent_id, by: admin, paidBy: { method, on } }
  const paid = await keep(tx, source, parts, deps)
  const detail = { orders: orderIds, method, amount_minor: price.total, received: on }
  await audit.note(tx, admin, 'payment_noted', detail, now)
  return { paid }
}

/** As the customer was told, with today's delivery, or without it for goods that are fetched: the amount says which. */
function priceFor(
  due: readonly OrderRow[],
  amount: number,
  deliveryPrice: ShopContent['deliveryPrice'],
): Price {
  const priced = due.map(orders.toPriced)
  const [told, whole, goods] = [
    priceAsTold(priced),
    priceOf(priced, inMinorUnits(deliveryPrice)),
    priceOf(priced),
  ]
  const received = minorOf(amount) ?? 0
  const sums = { whole: whole.total, goods: goods.total, told: told?.total }
  refuse('amount', amountFault(received, sums, due.length))
  return [told, whole].find(price => price?.total === received) ?? goods
}

function refuse(field: string, fault: string | undefined): void {
  if (fault) throw new Refusal('bad_input', fault, { fields: { [field]: fault } })
}

const idsOf = ({ orderId, with: others = [] }: Request): string[] => [...new Set([orderId, ...others])]

/** The orders, locked, if they are unpaid and of one customer. */
async function lockDue(tx: Writing, ids: readonly string[]): Promise<OrderRow[]> {
  const due = await orders.lockAll(tx, ids)
  if (due.length < ids.length) throw noSuchOrder()
  if (due.some(order => order.user_id !== due[0]?.user_id)) throw otherCustomer()
  checkUnpaid(due)
  if (due.some(({ email }) => email === ''))
    throw new Refusal('user_not_found', 'The customer of this order has erased their account.')
  return due
}

async function takeStock(
  tx: Writing,
  order: OrderRow,
  due: readonly OrderRow[],
  admin: Caller,
  now: number,
): Promise<void> {
  if (await holdAgain(tx, order, holdToSettle(order.renewed_ms, now), admin, now)) return
  const left = (await items.find(tx, order.item_id))?.availableQuantity ?? 0
  throw withItemName(order, due, outOfStock(left))
}

/** The same key means the same payment. */
async function sameNote(tx: Writing, earlier: PaymentRow, request: Request): Promise<OrderRow[]> {
  const paid = await paymentOrders.findOrders(tx, earlier.id)
  const ids = new Set(idsOf(request))
  const isSame =
    paid.length === ids.size &&
    paid.every(({ id, received_on }) => ids.has(id) && received_on === request.date) &&
    earlier.method === request.method &&
    earlier.amount_minor === minorOf(request.amount)
  if (isSame) return paid
  throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another payment.')
}
