import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import type { PaymentChoices } from '#contract/payments.ts'
import type { Caller } from '#domain/access.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { sumOf } from '#domain/money.ts'
import { mayHappen, noSuchOrder, orderRemoved, stateOf } from '#domain/order.ts'
import { chargeCurrency, checkPayable, paymentUnmatched } from '#domain/payment.ts'
import { type Extras, priceOf } from '#domain/price.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Voucher } from '#domain/voucher.ts'
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
import { acceptedVoucher, checkMayPayNothing, claimUse, priceWithVoucher } from './use-voucher.ts'
import { withoutLivePayments } from './without-live-payments.ts'

/** The provider limits the whole shop: one account, or many accounts at one address, must not use that up. */
const limitsOf = (userId: string, { address, times }: Visitor): Limit[] => [
  { name: `payments started by ${userId}`, most: 600, withinMs: 3_600_000 },
  { name: `payments started from ${address}`, most: 1200 * times, withinMs: 3_600_000 },
]

export interface Payer extends PaymentChoices {
  visitor: Visitor
}

/** What a page is told about the amount. */
export interface Terms {
  extras: Extras
  deliveryPrice: SentDeliveryPrice
}

export interface Opened extends Terms {
  orders: OrderRow[]
  payment: PaymentRow
  shopId: string
}

/** A voucher leaves nothing to pay, so there is nothing to open (pay-covered.ts). */
export interface Covered extends Terms {
  isCovered: true
}

/** The newest payment wins: other live payments of its orders are canceled at the provider first. */
export const openPayment = (
  deps: Deps,
  cards: Cards,
  caller: Caller,
  payer: Payer,
): Promise<Opened | Covered> =>
  withoutLivePayments(deps, cards, (tx, stuck) => tryToOpen(tx, deps, caller, payer, stuck))

/**
 * Returns the other live payments of the orders, if any. Checked last, so that none is canceled for a payment that
 * cannot be opened.
 */
async function tryToOpen(
  tx: Writing,
  deps: Deps,
  { userId }: Caller,
  payer: Payer,
  stuck: ReadonlySet<string>,
): Promise<Opened | Covered | readonly PaymentRow[]> {
  const { visitor } = payer
  const due = await lockDue(tx, deps, userId, payer)
  const { price } = due.charged
  const extras = { delivery: sumOf(price.deliveries), discount: sumOf(price.discounts) }
  const { voucher } = due
  const live = await payments.listLive(tx, due.charged.orderIds)
  if (voucher && price.total === 0) {
    await checkMayPayNothing(tx, userId)
    await claimUse(tx, deps, { voucher, userId, own: live, stuck })
    return { isCovered: true, extras, deliveryPrice: due.deliveryPrice }
  }
  checkPayable(price.parts)
  await renewHolds(tx, deps, due.orders)
  for (const limit of limitsOf(userId, visitor)) await limitWrite(tx, limit, deps.now(), 'payments')
  const conflicting: PaymentRow[] = []
  for (const payment of live) if (!(await isFor(tx, payment, due.charged))) conflicting.push(payment)
  const same = live.find(payment => !conflicting.includes(payment))
  if (voucher && !same) conflicting.push(...(await claimUse(tx, deps, { voucher, userId, own: live, stuck })))
  if (conflicting.length > 0) return conflicting
  if (same) await payments.setAddress(tx, same.id, visitor.address)
  const payment =
    same ??
    (await payments.open(tx, {
      ...due.charged,
      currency: chargeCurrency(),
      address: visitor.address,
      now: deps.now(),
    }))
  return {
    orders: due.orders,
    payment,
    extras,
    deliveryPrice: due.deliveryPrice,
    shopId: await shopIdentity.ensure(tx),
  }
}

/** What a customer wants to pay, and its price. */
interface Due {
  orders: OrderRow[]
  voucher: Voucher | undefined
  deliveryPrice: SentDeliveryPrice
  charged: payments.Charged
}

/** Locks the orders and reads the shop's prices, also in a process that has not heard of a new currency yet. */
export async function lockDue(
  tx: Writing,
  deps: Deps,
  userId: string,
  choices: PaymentChoices,
): Promise<Due> {
  const { deliveryPrice, vouchers } = await shopContent.read(tx)
  const own = await lockPayable(tx, userId, [...new Set([choices._id, ...(choices.with ?? [])])])
  const priced = own.map(orders.toPriced)
  const full = priceOf(priced, inMinorUnits(deliveryPrice))
  const voucher =
    choices.voucher === undefined ? undefined : acceptedVoucher(vouchers, choices.voucher, priced, deps)
  const price = voucher ? priceWithVoucher(priced, voucher, sumOf(full.deliveries)) : full
  const charged = { orderIds: own.map(({ id }) => id), price, voucher: voucher?.code ?? '' }
  return { orders: own, voucher, deliveryPrice, charged }
}

export async function renewHolds(tx: Writing, deps: Deps, due: readonly OrderRow[]): Promise<void> {
  for (const order of byItem(due))
    await renewHold(tx, deps, order).catch(error => {
      throw error instanceof Refusal ? withItemName(order, due, error) : error
    })
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

/** Refuses orders that are removed or paid, or that a charge without an order may have paid. */
export function checkUnpaid(rows: readonly OrderRow[]): void {
  for (const order of rows) {
    if (order.removed_at !== null) throw withItemName(order, rows, orderRemoved())
    if (!mayHappen('pay', stateOf(order)))
      throw withItemName(order, rows, new Refusal('already_paid', 'This order is already paid.'))
    if (order.payment_unmatched_at !== null) throw withItemName(order, rows, paymentUnmatched())
  }
}

/** Whether the payment is for the same orders and the same amounts, with the same voucher. */
async function isFor(
  tx: Writing,
  { id, voucher }: PaymentRow,
  { orderIds, price, ...charged }: payments.Charged,
): Promise<boolean> {
  const parts = await paymentOrders.listOf(tx, id)
  return (
    voucher === charged.voucher &&
    parts.length === orderIds.length &&
    parts.every(({ order_id, amount_minor }) => price.parts[orderIds.indexOf(order_id)] === amount_minor)
  )
}

/** A short description of what is being paid for. */
export function describeOrders(rows: readonly OrderRow[]): string {
  const [first, ...others] = rows.map(({ quantity, item_name }) => `${quantity} × ${item_name}`)
  return others.length === 0 ? `${first}` : `${first} and ${others.length} more`
}
