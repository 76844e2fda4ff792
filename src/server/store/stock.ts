import type { Insertable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { StockEntry } from '#contract/managed-items.ts'
import type { Page } from '#contract/shapes.ts'
import { maxQuantity } from '#domain/stock.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, StockChangeRow, Tables, Writing } from '../db/schema/tables.ts'
import { end } from './newest-first.ts'

/** Locks the item until the transaction ends: orders of it wait, so its stock cannot change. */
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
 * Applies a stock change as a difference, with a ledger entry; held and sold units are unaffected. Returns false and changes
 * nothing if the free stock would become negative or too large. The caller has locked the item.
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
      // After new stock, the low-stock email may be sent again.
      ...(row.change > 0 && { low_since: null }),
    }))
    .where('id', '=', row.item_id)
    .where('available_quantity', '>=', -row.change)
    // Returned units may exceed the limit for adding stock, but removing units must always be possible.
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

/** Makes an id that sorts after the last entry: ids of the same millisecond are unordered, and a clock may be set back. */
export function idAfter(last: string | undefined): string {
  const id = newId()
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
