import type { Order } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { inMinorUnits } from '#domain/delivery.ts'
import { transferHold } from '#domain/hold.ts'
import type { Minor } from '#domain/money.ts'
import { noSuchOrder } from '#domain/order.ts'
import { customer } from '#domain/order-event.ts'
import { outOfStock } from '#domain/quantity.ts'
import { Refusal } from '#domain/refusal.ts'
import { deliveriesToTell } from '#domain/transfer.ts'
import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as holds from '../../../store/holds.ts'
import * as items from '../../../store/items.ts'
import * as orders from '../../../store/orders.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as timeline from '../../../store/timeline.ts'
import { checkTransferShareOf, isUnknown } from '../held-share.ts'
import { byItem, holdAgain } from '../hold-again.ts'
import { checkUnpaid, withItemName } from '../start/open-payment.ts'

/**
 * The customer says that the money comes by transfer, so the stock waits for it for as many days as the shop offers. Once
 * for each order; saying it again changes nothing. A card can pay meanwhile.
 */
export async function awaitTransfer(
  deps: Deps,
  { userId }: Caller,
  orderIds: readonly string[],
): Promise<Order[]> {
  const waiting = await deps.db.write(tx => announce(tx, deps, userId, [...new Set(orderIds)]))
  return waiting.map(orders.toOrder)
}

async function announce(
  tx: Writing,
  deps: Deps,
  userId: string,
  ids: readonly string[],
): Promise<OrderRow[]> {
  const { transfer, deliveryPrice } = await shopContent.read(tx)
  if (!transfer) throw new Refusal('feature_off', 'This shop does not take transfers at the moment.')
  const own = (await orders.lockAll(tx, ids)).filter(
    order => order.user_id === userId && order.removed_at === null,
  )
  if (own.length < ids.length) throw noSuchOrder()
  checkUnpaid(own)
  if (await isUnknown(tx, userId))
    throw new Refusal('email_unverified', 'Confirm your email address in My Profile to pay by transfer.')
  const deliveries = deliveriesToTell(own.map(orders.toPriced), inMinorUnits(deliveryPrice))
  for (const order of byItem(own))
    await wait(tx, deps, order, transfer.days, deliveries[own.indexOf(order)] ?? 0).catch(error => {
      throw error instanceof Refusal ? withItemName(order, own, error) : error
    })
  return orders.findAll(tx, ids)
}

async function wait(tx: Writing, deps: Deps, order: OrderRow, days: number, delivery: Minor): Promise<void> {
  const now = deps.now()
  if (order.transfer_until !== null) return checkStillWaiting(order)
  const until = transferHold(order.held_until, days, now)
  const stock =
    order.released_at === null
      ? await items.stockOf(tx, order.item_id)
      : await holdAgain(tx, order, { heldUntil: until, renewedMs: order.renewed_ms }, customer, now)
  if (!stock) throw outOfStock((await items.find(tx, order.item_id))?.availableQuantity ?? 0)
  await holds.setTransfer(tx, order.id, { until, delivery })
  await checkTransferShareOf(tx, deps, order, stock)
  await timeline.add(tx, order.id, { at: now, what: 'transfer_announced', who: customer })
}

function checkStillWaiting({ released_at }: OrderRow): void {
  if (released_at !== null)
    throw new Refusal('order_lapsed', 'The transfer did not come in time, so the stock is on sale again.')
}
