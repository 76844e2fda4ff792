import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import type { PaymentChoices } from '#contract/payments.ts'
import type { Caller } from '#domain/access.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { type Minor, sumOf } from '#domain/money.ts'
import { mayHappen, noSuchOrder, stateOf } from '#domain/order.ts'
import { chargeCurrency, checkPayable, paymentUnmatched } from '#domain/payment.ts'
import { priceOf } from '#domain/price.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { OrderRow, PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import type { Visitor } from '../../../http/address.ts'
import { limitWrite } from '../../../limits/rates.ts'
import * as orders from '../../../store/orders.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import type { Limit } from '../../../store/rate-counters.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as shopIdentity from '../../../store/shop-identity.ts'
import { byItem } from '../hold-again.ts'
import { renewHold } from './renew-hold.ts'
import { withoutLivePayments } from './without-live-payments.ts'

/** The provider limits the whole shop: one account, or many accounts at one address, must not use that up. */
const limitsOf = (userId: string, { address, times }: Visitor): Limit[] => [
  { name: `payments started by ${userId}`, most: 600, withinMs: 3_600_000 },
  { name: `payments started from ${address}`, most: 1200 * times, withinMs: 3_600_000 },
]

export interface Payer extends PaymentChoices {
  visitor: Visitor
}

export interface Opened {
  orders: OrderRow[]
  payment: PaymentRow
  /** How much of the payment is delivery. */
  delivery: Minor
  deliveryPrice: SentDeliveryPrice
  shopId: string
}

/** The newest payment wins: other live payments of its orders are canceled at the provider first. */
export const openPayment = (deps: Deps, cards: Cards, caller: Caller, payer: Payer): Promise<Opened> =>
  withoutLivePayments(deps, cards, tx => tryToOpen(tx, deps, caller, payer))

/**
 * Returns the other live payments of the orders, if any. Checked last, so that none is canceled for a payment that
 * cannot be opened.
 */
async function tryToOpen(
  tx: Writing,
  deps: Deps,
  { userId }: Caller,
  payer: Payer,
): Promise<Opened | readonly PaymentRow[]> {
  const { visitor } = payer
  // The card is charged in the currency of the orders, also by a process that has not heard of it yet.
  const { deliveryPrice } = await shopContent.read(tx)
  const orderIds = [...new Set([payer._id, ...(payer.with ?? [])])]
  const own = await lockPayable(tx, userId, orderIds)
  const price = priceOf(own.map(orders.toPriced), inMinorUnits(deliveryPrice))
  const charged = { orderIds: own.map(({ id }) => id), price }
  checkPayable(charged.price.parts)
  for (const order of byItem(own))
    await renewHold(tx, deps, order).catch(error => {
      throw error instanceof Refusal ? withItemName(order, own, error) : error
    })
  for (const limit of limitsOf(userId, visitor)) await limitWrite(tx, limit, deps.now(), 'payments')
  const live = await payments.listLive(tx, orderIds)
  const conflicting = []
  for (const payment of live) if (!(await isFor(tx, payment, charged))) conflicting.push(payment)
  if (conflicting.length > 0) return conflicting
  const [same] = live
  if (same) await payments.setAddress(tx, same.id, visitor.address)
  const payment =
    same ??
    (await payments.open(tx, {
      ...charged,
      currency: chargeCurrency(),
      address: visitor.address,
      now: deps.now(),
    }))
  return {
    orders: own,
    payment,
    delivery: sumOf(price.deliveries),
    deliveryPrice,
    shopId: await shopIdentity.ensure(tx),
  }
}

/** If several orders are paid together, the message names the one at fault. */
export const withItemName = (
  { item_name }: OrderRow,
  { length }: readonly OrderRow[],
  refusal: Refusal,
): Refusal =>
  length === 1 ? refusal : new Refusal(refusal.code, `${item_name}: ${refusal.message}`, refusal.extras)

/** Another user's order counts as not found, so that its existence is not revealed. */
async function lockPayable(tx: Writing, userId: string, ids: readonly string[]): Promise<OrderRow[]> {
  const locked = await orders.lockAll(tx, ids)
  const own = locked.filter(order => order.user_id === userId && order.removed_at === null)
  if (own.length < ids.length) throw noSuchOrder()
  checkUnpaid(own)
  return own
}

/** Refuses orders that are paid, or that a charge without an order may have paid. */
export function checkUnpaid(rows: readonly OrderRow[]): void {
  for (const order of rows) {
    if (!mayHappen('pay', stateOf(order)))
      throw withItemName(order, rows, new Refusal('already_paid', 'This order is already paid.'))
    if (order.payment_unmatched_at !== null) throw withItemName(order, rows, paymentUnmatched())
  }
}

/** Whether the payment is for the same orders and the same amounts. */
async function isFor(
  tx: Writing,
  { id }: PaymentRow,
  { orderIds, price }: payments.Charged,
): Promise<boolean> {
  const parts = await paymentOrders.listOf(tx, id)
  return (
    parts.length === orderIds.length &&
    parts.every(({ order_id, amount_minor }) => price.parts[orderIds.indexOf(order_id)] === amount_minor)
  )
}

/** A short description of what is being paid for. */
export function describeOrders(rows: readonly OrderRow[]): string {
  const [first, ...others] = rows.map(({ quantity, item_name }) => `${quantity} × ${item_name}`)
  return others.length === 0 ? `${first}` : `${first} and ${others.length} more`
}
