import { v7 as newId } from 'uuid'
import type { NewOrder, Order } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { currencyNameOf } from '#domain/currencies.ts'
import { shopCurrency } from '#domain/currency.ts'
import { formatAmount, majorOf, minorOf, totalOf } from '#domain/money.ts'
import { maxUnpaidOrders, orderRate } from '#domain/order.ts'
import { checkPayable } from '#domain/payment.ts'
import { outOfStock, quantityRefusal } from '#domain/quantity.ts'
import { Refusal, tooManyRequests } from '#domain/refusal.ts'
import { notOnSale } from '#domain/stock.ts'
import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { limitWrite, waitUntil } from '../../limits/rates.ts'
import * as items from '../../store/items.ts'
import * as newOrder from '../../store/new-order.ts'
import * as orders from '../../store/orders.ts'
import { hasEverPaid } from '../../store/payment-contents.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as unpaidOrders from '../../store/unpaid-orders.ts'
import * as users from '../../store/users.ts'
import { checkHeldShare } from '../payments/held-share.ts'
import { refuseWhileClosed } from './refuse-while-closed.ts'

export interface Ordering {
  caller: Caller
  visitor: Visitor
  order: NewOrder
  key?: string | undefined
}

/**
 * Orders an item. The stock is held immediately, name and price come from the database, and the owner is the caller. A
 * user's orders are serialized (users.lock), so counts and lookups in this transaction stay valid.
 */
export async function placeOrder(deps: Deps, { caller, visitor, order, key }: Ordering): Promise<Order> {
  const id = newId()
  const row = await deps.db.write(tx => place(tx, deps, { caller, visitor, order, key }, id))
  if (row.id === id) deps.metrics.orders.add('placed')
  return orders.toOrder(row)
}

async function place(
  tx: Writing,
  deps: Deps,
  { caller, visitor, order, key }: Ordering,
  id: string,
): Promise<OrderRow> {
  const { userId, email } = caller
  const placedAt = deps.now()
  const user = await users.lockCaller(tx, userId)
  const earlier = key && (await orders.findByKey(tx, userId, key))
  if (earlier) return sameOrder(earlier, order)
  await checkUnpaid(tx, userId)
  await limitWrite(tx, { name: `orders of ${userId}`, ...orderRate }, placedAt, 'orders')
  const isUnknown = !caller.admin && user.email_verified_at === null && !(await hasEverPaid(tx, userId))
  if (isUnknown) await limitUnconfirmed(tx, visitor, placedAt)
  const { itemId, quantity } = order
  const stock = await items.hold(tx, itemId, quantity)
  // Reads the currency as well, which nobody can change while this transaction holds an item (change-currency.ts).
  await refuseWhileClosed(tx, deps)
  if (!stock) throw await whyNot(tx, itemId, quantity)
  await checkHeldShare(tx, deps, { userId, itemId, quantity, isUnknown }, stock)
  return newOrder.insert(tx, {
    id,
    user_id: userId,
    item_id: itemId,
    item_name: stock.name,
    owner_name: order.ownerName,
    email,
    mobile_number: order.mobileNumber,
    address: order.address,
    quantity,
    unit_price_minor: stock.price_minor,
    total_minor: checkedTotal(order, stock.price_minor),
    idempotency_key: key ?? null,
    created_at: placedAt,
    held_until: placedAt + deps.config.holdMs,
    ...newOrder.initialColumns,
  })
}

async function checkUnpaid(tx: Writing, userId: string): Promise<void> {
  if ((await unpaidOrders.count(tx, userId)) < maxUnpaidOrders) return
  const detail = `You have ${maxUnpaidOrders} unpaid orders. Pay or remove some first.`
  throw tooManyRequests(detail)
}

/** The buyer pays exactly the price that the page showed. */
function checkedTotal({ quantity, totalPrice, currency }: NewOrder, unitPrice: number): number {
  const total = totalOf(unitPrice, quantity)
  if (currency !== undefined && currency !== shopCurrency().code) throw currencyChanged()
  if (total !== minorOf(totalPrice)) throw priceChanged(unitPrice)
  checkPayable([total])
  return total
}

/** Accounts are free, so orders of unconfirmed accounts are also limited by network. */
async function limitUnconfirmed(tx: Writing, { address, times }: Visitor, now: number): Promise<void> {
  const limit = { name: `orders of unknown buyers from ${address}`, most: 300 * times, withinMs: 3_600_000 }
  const opensAt = await rateCounters.count(tx, limit, now)
  if (opensAt === undefined) return
  const { retryAfter, wait } = waitUntil(opensAt, now)
  const detail = `Many orders came from your network in a short time. Confirm your email address in My Profile to order right away, or come back in ${wait}.`
  throw tooManyRequests(detail, retryAfter)
}

async function whyNot(tx: Writing, itemId: string, quantity: number): Promise<Refusal> {
  const item = await items.find(tx, itemId)
  if (!item) return notOnSale()
  return quantityRefusal(quantity, item) ?? outOfStock(item.availableQuantity)
}

const currencyChanged = () =>
  new Refusal(
    'price_changed',
    `The prices are in ${currencyNameOf(shopCurrency().code)} now. Reload the page to see them.`,
  )

function priceChanged(unitPrice: number): Refusal {
  const price = majorOf(unitPrice)
  return new Refusal('price_changed', `The price is ${formatAmount(price)} now. Check it before you order.`, {
    facts: { price },
  })
}

/** The fields that the buyer chooses, with their columns. The email, the item's name, the total and the currency are derived. */
const chosenColumns: Readonly<
  Record<Exclude<keyof NewOrder, 'email' | 'itemName' | 'totalPrice' | 'currency'>, keyof OrderRow>
> = {
  itemId: 'item_id',
  quantity: 'quantity',
  ownerName: 'owner_name',
  mobileNumber: 'mobile_number',
  address: 'address',
}

/** The same key means the same order; a different order with the same key is a client error. */
function sameOrder(earlier: OrderRow, order: NewOrder): OrderRow {
  const isSame = Object.entries(chosenColumns).every(
    ([field, column]) => earlier[column] === order[field as keyof typeof chosenColumns],
  )
  if (isSame && earlier.removed_at === null) return earlier
  throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another order.')
}
