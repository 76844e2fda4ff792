import { shopItself } from '#domain/order-event.ts'
import type { Deps } from '../deps.ts'
import * as holds from '../store/holds.ts'
import * as items from '../store/items.ts'
import * as timeline from '../store/timeline.ts'

const atOnce = 200

/** Returns the stock of lapsed holds; the orders stay, unpaid. Returns how many there were. */
export async function releaseHolds({ db, now, metrics }: Deps): Promise<number> {
  let total = 0
  for (;;) {
    const released = await db.write(async tx => {
      const freed = await holds.releaseExpired(tx, now(), atOnce)
      for (const { id } of freed)
        await timeline.add(tx, id, { at: now(), what: 'hold_lapsed', who: shopItself })
      for (const [itemId, quantity] of perItem(freed)) await items.giveBack(tx, itemId, quantity)
      return freed.length
    })
    total += released
    metrics.orders.add('lapsed', released)
    if (released < atOnce) return total
  }
}

/** Sorted by id, so that two processes with the same items never deadlock. */
function perItem(freed: holds.ReleasedHold[]): [string, number][] {
  const sums = new Map<string, number>()
  for (const { item_id, quantity } of freed) sums.set(item_id, (sums.get(item_id) ?? 0) + quantity)
  return [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
}
