import type { Order } from '#contract/orders.ts'
import { totalOf } from '#domain/money.ts'
import { mayHappen, noSuchOrder, stateOf } from '#domain/order.ts'
import { customer } from '#domain/order-event.ts'
import { checkPayable, paymentUnmatched } from '#domain/payment.ts'
import { changeRefusal, noMore } from '#domain/quantity.ts'
import { Refusal } from '#domain/refusal.ts'
import { notOnSale } from '#domain/stock.ts'
import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as items from '../../store/items.ts'
import * as orders from '../../store/orders.ts'
import * as payments from '../../store/payments.ts'
import * as timeline from '../../store/timeline.ts'
import { checkShareOf, checkTransferShareOf } from '../payments/held-share.ts'
import { renewHold } from '../payments/start/renew-hold.ts'
import { refuseWhileClosed } from './refuse-while-closed.ts'
import { withoutPayment } from './without-payment.ts'

interface Change {
  id: string
  userId: string
  quantity: number
}

/** Sets the quantity of an unpaid order. Repeating the call changes nothing. */
export async function changeQuantity(deps: Deps, wanted: Change): Promise<Order> {
  const changed = await withoutPayment(deps, wanted.id, 'The quantity was not changed', tx =>
    change(tx, deps, wanted),
  )
  return orders.toOrder(changed)
}

/** Undefined if a payment is still live. Checked after the refusals, so that none is canceled for a change that cannot be. */
async function change(
  tx: Writing,
  deps: Deps,
  { id, userId, quantity }: Change,
): Promise<OrderRow | undefined> {
  const order = await orders.lockOwned(tx, id, userId)
  if (!order) throw noSuchOrder()
  if (!mayHappen('change', stateOf(order)))
    throw new Refusal('already_paid', 'This order is paid, so its quantity can no longer be changed.')
  if (order.payment_unmatched_at !== null) throw paymentUnmatched()
  if (quantity === order.quantity) return order
  if (quantity > order.quantity) await refuseWhileClosed(tx, deps)
  checkPayable([totalOf(order.unit_price_minor, quantity)])
  await checkItem(tx, order, quantity)
  if (await payments.findLive(tx, id)) return undefined
  const changed = await orders.setQuantity(tx, id, quantity)
  const detail = `From ${order.quantity} to ${quantity}`
  await timeline.add(tx, id, { at: deps.now(), what: 'quantity_changed', who: customer, detail })
  return takeDifference(tx, deps, order, changed)
}

const heldBy = (order: OrderRow): number => (stateOf(order) === 'held' ? order.quantity : 0)

/** An item that is no longer on sale can only become fewer. */
async function checkItem(tx: Writing, order: OrderRow, quantity: number): Promise<void> {
  const item = await items.find(tx, order.item_id)
  if (!item && quantity > order.quantity) throw notOnSale()
  const refusal = item && changeRefusal(quantity, heldBy(order), item)
  if (refusal) throw refusal
}

/** Holds or releases the difference. A hold that has lapsed is taken again, for the whole quantity. */
async function takeDifference(
  tx: Writing,
  deps: Deps,
  before: OrderRow,
  order: OrderRow,
): Promise<OrderRow | undefined> {
  const { id, item_id: itemId } = order
  const more = order.quantity - before.quantity
  if (stateOf(before) === 'lapsed') {
    await renewHold(tx, deps, order)
    return orders.find(tx, id)
  }
  if (more < 0) await items.giveBack(tx, itemId, -more)
  else await holdMore(tx, deps, before, order)
  return order
}

async function holdMore(tx: Writing, deps: Deps, before: OrderRow, order: OrderRow): Promise<void> {
  const stock = await items.holdMore(tx, order.item_id, order.quantity - before.quantity)
  // Somebody else was faster, or the item was just taken off sale.
  if (!stock) {
    const item = await items.find(tx, order.item_id)
    throw item ? noMore(before.quantity, before.quantity + item.availableQuantity) : notOnSale()
  }
  // The order is counted with its new quantity already.
  await checkShareOf(tx, deps, order, stock, order.quantity)
  if (order.transfer_until !== null) await checkTransferShareOf(tx, deps, order, stock)
}
