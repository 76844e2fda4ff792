import type { OrderRow, Writing } from '../../db/schema/tables.ts'
import * as items from '../../store/items.ts'
import * as timeline from '../../store/timeline.ts'

/** Sets the stock of a lapsed order aside again. Undefined where too little is free. */
export async function holdAgain(tx: Writing, order: OrderRow, who: string, now: number) {
  const stock = await items.holdAgain(tx, order.item_id, order.quantity)
  if (stock) await timeline.add(tx, order.id, { at: now, what: 'hold_retaken', who })
  return stock
}

/** By item, so that those who take the same items seldom wait for each other in a circle (docs/decisions/017). */
export const byItem = (rows: readonly OrderRow[]): OrderRow[] =>
  rows.toSorted((a, b) => (a.item_id < b.item_id ? -1 : a.item_id > b.item_id ? 1 : 0))
