import { sql } from 'kysely'
import { moneyFaults } from './invariants-money.ts'
import type { Reading } from './tables.ts'

/** What must hold at every moment, told as sentences where it does not. */
export async function brokenInvariants(db: Reading): Promise<string[]> {
  return [...(await stockFaults(db)), ...(await ledgerFaults(db)), ...(await moneyFaults(db))]
}

/** free + held + sold = ever stocked, for every item. */
async function stockFaults(db: Reading): Promise<string[]> {
  const items = await db
    .selectFrom('items')
    .leftJoin('bookings', join =>
      join
        .onRef('bookings.item_id', '=', 'items.id')
        .on('bookings.removed_at', 'is', null)
        .on('bookings.released_at', 'is', null),
    )
    .select(['items.id', 'items.name', 'items.stocked_quantity', 'items.available_quantity'])
    .select(sql<number>`coalesce(sum(bookings.quantity), 0)`.as('taken'))
    .groupBy(['items.id', 'items.name', 'items.stocked_quantity', 'items.available_quantity'])
    .execute()
  return items
    .filter(item => item.available_quantity + Number(item.taken) !== item.stocked_quantity)
    .map(
      item =>
        `${item.name} (${item.id}): ${item.available_quantity} free + ${item.taken} held or sold, but ${item.stocked_quantity} stocked`,
    )
}

/** What was ever stocked of an item is the sum of its ledger. */
async function ledgerFaults(db: Reading): Promise<string[]> {
  const sum = sql<number>`coalesce(sum(stock_changes.change), 0)`
  const items = await db
    .selectFrom('items')
    .leftJoin('stock_changes', 'stock_changes.item_id', 'items.id')
    .select(['items.id', 'items.name', 'items.stocked_quantity', sum.as('written')])
    .groupBy(['items.id', 'items.name', 'items.stocked_quantity'])
    .having(sum, '!=', ({ ref }) => ref('items.stocked_quantity'))
    .execute()
  return items.map(
    item =>
      `${item.name} (${item.id}): ${item.stocked_quantity} stocked, but the ledger adds up to ${item.written}`,
  )
}
