import type { Hold } from '#domain/hold.ts'
import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import * as holds from '../../store/holds.ts'
import * as items from '../../store/items.ts'
import * as timeline from '../../store/timeline.ts'

/**
 * Reserves the stock of a lapsed order again. Returns undefined if there is too little. Writes the hold with the stock:
 * otherwise whoever tries twice takes the units twice.
 */
export async function holdAgain(
  tx: Writing,
  order: OrderRow,
  hold: Hold,
  who: timeline.NewEvent['who'],
  now: number,
) {
  const stock = await items.holdAgain(tx, order.item_id, order.quantity)
  if (!stock) return undefined
  await holds.setHeld(tx, order.id, hold)
  await timeline.add(tx, order.id, { at: now, what: 'hold_retaken', who })
  return stock
}

/** Locking in item order makes deadlocks between buyers of the same items rare (docs/decisions/017). */
export const byItem = (rows: readonly OrderRow[]): OrderRow[] =>
  rows.toSorted((a, b) => (a.item_id < b.item_id ? -1 : a.item_id > b.item_id ? 1 : 0))
