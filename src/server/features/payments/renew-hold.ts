import { checkShare, renewedHold } from '#domain/hold.ts'
import { outOfStock } from '#domain/stock.ts'
import type { BookingRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as holds from '../../store/holds.ts'
import * as items from '../../store/items.ts'

/** Keeps the stock of an order while it is being paid: longer, or anew when its hold has lapsed. */
export async function renewHold(tx: Writing, { config, now }: Deps, booking: BookingRow): Promise<void> {
  const hold = renewedHold({ heldUntil: booking.held_until, renewedMs: booking.renewed_ms }, now())
  if (booking.released_at !== null) await holdAgain(tx, booking, config.maxHeldShare)
  await holds.setHeld(tx, booking.id, hold)
}

async function holdAgain(tx: Writing, booking: BookingRow, maxHeldShare: number): Promise<void> {
  const { item_id, user_id, quantity } = booking
  const stock = await items.holdAgain(tx, item_id, quantity)
  if (!stock) {
    const item = await items.find(tx, item_id)
    throw outOfStock(item?.availableQuantity ?? 0)
  }
  if (maxHeldShare === 100) return
  const held = await holds.countHeld(tx, user_id, item_id)
  checkShare(
    {
      held,
      free: stock.available_quantity + quantity,
      quantity,
      mustQuantity: stock.must_quantity,
    },
    maxHeldShare,
  )
}
