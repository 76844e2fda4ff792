import { renewedHold } from '#domain/hold.ts'
import { customer } from '#domain/order-event.ts'
import { outOfStock } from '#domain/quantity.ts'
import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as holds from '../../../store/holds.ts'
import * as items from '../../../store/items.ts'
import { checkShareOf } from '../held-share.ts'
import { holdAgain } from '../hold-again.ts'

/** Extends the hold of an order while it is being paid, or reserves the stock again if the hold has lapsed. */
export async function renewHold(tx: Writing, deps: Deps, order: OrderRow): Promise<void> {
  const now = deps.now()
  const hold = renewedHold({ heldUntil: order.held_until, renewedMs: order.renewed_ms }, now)
  if (order.released_at === null) return holds.setHeld(tx, order.id, hold)
  const stock = await holdAgain(tx, order, hold, customer, now)
  if (!stock) throw outOfStock((await items.find(tx, order.item_id))?.availableQuantity ?? 0)
  // The order counts as held from here on.
  await checkShareOf(tx, deps, order, stock, order.quantity)
}
