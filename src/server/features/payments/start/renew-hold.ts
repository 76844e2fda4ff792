import { checkShare, renewedHold } from '#domain/hold.ts'
import { customer } from '#domain/order-event.ts'
import { outOfStock } from '#domain/stock.ts'
import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as holds from '../../../store/holds.ts'
import * as items from '../../../store/items.ts'
import { hasEverPaid } from '../../../store/payment-contents.ts'
import * as users from '../../../store/users.ts'
import { holdAgain } from '../hold-again.ts'

/** Keeps the stock of an order while it is being paid: longer, or anew when its hold has lapsed. */
export async function renewHold(tx: Writing, { config, now }: Deps, order: OrderRow): Promise<void> {
  const hold = renewedHold({ heldUntil: order.held_until, renewedMs: order.renewed_ms }, now())
  if (order.released_at !== null) await takeStock(tx, order, config.maxHeldShare, now())
  await holds.setHeld(tx, order.id, hold)
}

async function takeStock(tx: Writing, order: OrderRow, maxHeldShare: number, now: number): Promise<void> {
  const { item_id, user_id, quantity } = order
  const stock = await holdAgain(tx, order, customer, now)
  if (!stock) {
    const item = await items.find(tx, item_id)
    throw outOfStock(item?.availableQuantity ?? 0)
  }
  const user = await users.find(tx, user_id)
  const isProved = user !== undefined && (user.admin_since !== null || user.email_verified_at !== null)
  const isUnknown = !isProved && !(await hasEverPaid(tx, user_id))
  const held = await holds.countHeld(tx, user_id, item_id)
  const free = stock.available_quantity + quantity
  const share = { held, free, quantity, mustQuantity: stock.must_quantity }
  checkShare(share, { percent: maxHeldShare, isUnknown })
}
