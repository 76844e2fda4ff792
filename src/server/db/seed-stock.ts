import { dayMs } from '#domain/day.ts'
import { demoAccounts } from './demo.ts'
import { openingOf } from './opening-stock.ts'
import { type SeedItem, seedReviews } from './seed-data.ts'
import { type SeedOrder, seedIdAt } from './seed-orders.ts'
import type { ItemRow, StockChangeRow } from './tables.ts'

const [, admin] = demoAccounts

/** The demo's shelf was filled before its first order. */
export const openedBefore = 64 * dayMs

/** Of one thing few are left, so that there is something to be told of. */
const scarce = { name: 'Dome Desk Lamp', left: 3, reason: 'Sent back to the maker: the switch is faulty' }

/** An item and its ledger after all these orders: what was sold has come in again, so that as many are free as before. */
export function stockedItem(
  item: SeedItem,
  orders: readonly SeedOrder[],
  firstStart: number,
): { row: ItemRow; changes: StockChangeRow[] } {
  const isTaken = ({ order }: SeedOrder) =>
    order.item_id === item.id && order.removed_at === null && order.released_at === null
  const taken = orders.filter(isTaken).reduce((sum, { order }) => sum + order.quantity, 0)
  const created_at = firstStart - openedBefore
  const later = (daysAgo: number, change: number, reason: string): StockChangeRow => {
    const at = firstStart - daysAgo * dayMs
    const id = seedIdAt(at, 4, Number(item.id.slice(-8)))
    return { id, item_id: item.id, change, reason, user_id: admin.id, created_at: at, idempotency_key: null }
  }
  const first = Math.ceil(taken / 2)
  const changes = [
    openingOf({ ...item, created_at }),
    later(37, first, 'Delivery'),
    later(12, taken - first, 'Delivery'),
    ...(item.name === scarce.name ? [later(5, scarce.left - item.stocked_quantity, scarce.reason)] : []),
  ].filter(({ change }) => change !== 0)
  const stocked = changes.reduce((sum, { change }) => sum + change, 0)
  const reviews = seedReviews.filter(({ item_id }) => item_id === item.id)
  const row = {
    ...item,
    stocked_quantity: stocked,
    available_quantity: stocked - taken,
    created_at,
    removed_at: null,
    version: 1,
    hidden_at: null,
    words_due: 1,
    low_since: null,
    review_count: reviews.length,
    star_sum: reviews.reduce((sum, { star_rating }) => sum + star_rating, 0),
  }
  return { row, changes }
}
