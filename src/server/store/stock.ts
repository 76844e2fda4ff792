import { randomUUIDv7 } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { StockEntry } from '#contract/managed-items.ts'
import type { Page } from '#contract/shapes.ts'
import { maxQuantity } from '#domain/stock.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, StockChangeRow, Tables, Writing } from '../db/schema/tables.ts'
import { end } from './newest-first.ts'

/** Holds the item until the end of the transaction: orders of it wait, so what is read of it stays true. */
export async function lock(tx: Writing, itemId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('items')
    .select('id')
    .where('id', '=', itemId)
    .$if(locksRows(tx), query => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Writes a change into the ledger and makes it, as a difference: what is held and sold stays as it is. False, and
 * nothing done, when less than nothing or more than can be would be free. The item is locked.
 */
export async function apply(
  tx: Writing,
  row: Omit<Insertable<Tables['stock_changes']>, 'id'>,
): Promise<boolean> {
  tx.catalogueChanged()
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set(({ eb }) => ({
      stocked_quantity: eb('stocked_quantity', '+', row.change),
      available_quantity: eb('available_quantity', '+', row.change),
      // Whoever puts something in wants to know again when few are left.
      ...(row.change > 0 && { low_since: null }),
    }))
    .where('id', '=', row.item_id)
    .where('available_quantity', '>=', -row.change)
    // What comes back from orders may be more than can be put in; it can be taken out all the same.
    .$if(row.change > 0, query => query.where('available_quantity', '<=', maxQuantity - row.change))
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const id = await nextId(tx, row.item_id)
  await tx
    .insertInto('stock_changes')
    .values({ ...row, id })
    .execute()
  return true
}

async function nextId(tx: Writing, itemId: string): Promise<string> {
  const last = await tx
    .selectFrom('stock_changes')
    .select('id')
    .where('item_id', '=', itemId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return idAfter(last?.id)
}

/** The ledger is in the order of its ids; those of one millisecond are in none, and a clock may be set back. */
export function idAfter(last: string | undefined): string {
  const id = randomUUIDv7()
  if (last === undefined || id > last) return id
  const tail = BigInt(`0x${last.slice(24)}`) + 1n
  return last.slice(0, 24) + tail.toString(16).padStart(12, '0')
}

export function findByKey(db: Reading, userId: string, key: string): Promise<StockChangeRow | undefined> {
  return db
    .selectFrom('stock_changes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** The ledger of an item, newest first. */
export async function list(
  db: Reading,
  itemId: string,
  { limit, after: before = end }: Page,
): Promise<StockEntry[]> {
  const rows = await db
    .selectFrom('stock_changes')
    .leftJoin('users', 'users.id', 'stock_changes.user_id')
    .select([
      'stock_changes.id',
      'stock_changes.change',
      'stock_changes.reason',
      'stock_changes.created_at',
      'users.email',
    ])
    .where('stock_changes.item_id', '=', itemId)
    .where('stock_changes.id', '<', before)
    .orderBy('stock_changes.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(row => ({
    _id: row.id,
    at: new Date(row.created_at).toISOString(),
    change: row.change,
    reason: row.reason,
    by: row.email,
  }))
}
