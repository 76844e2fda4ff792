import { sql } from 'kysely'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, StockAlertRow, Writing } from '../db/schema/tables.ts'
import { inStock, onSale } from './items.ts'

export async function hasAlert(db: Reading, userId: string, itemId: string): Promise<boolean> {
  const row = await db
    .selectFrom('stock_alerts')
    .select('user_id')
    .where('item_id', '=', itemId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined
}

/** False if the user already has this alert: nothing changes, and their earlier position in the queue remains. */
export async function add(tx: Writing, row: StockAlertRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stock_alerts')
    .values(row)
    .onConflict(conflict => conflict.columns(['item_id', 'user_id']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function takeBack(tx: Writing, userId: string, itemId: string): Promise<void> {
  await tx.deleteFrom('stock_alerts').where('item_id', '=', itemId).where('user_id', '=', userId).execute()
}

export async function hasSecret(db: Reading, secretHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('stock_alerts')
    .select('item_id')
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst()
  return row !== undefined
}

export async function takeBackBySecret(tx: Writing, secretHash: string): Promise<void> {
  await tx.deleteFrom('stock_alerts').where('secret_hash', '=', secretHash).execute()
}

export interface AvailableItem {
  id: string
  name: string
}

/** Items with alerts that can be ordered again. Skips from item to item along the index, without reading every alert. */
export async function listAvailable(db: Reading): Promise<AvailableItem[]> {
  const { rows } = await sql<AvailableItem>`with recursive awaited (item_id) as (
      select min(item_id) from stock_alerts
      union all
      select (select min(item_id) from stock_alerts where stock_alerts.item_id > awaited.item_id)
        from awaited where awaited.item_id is not null
    )
    select items.id, items.name from awaited join items on items.id = awaited.item_id
    where ${onSale} and ${inStock}`.execute(db)
  return rows
}

export interface Waiting {
  user_id: string
  email: string
  email_verified_at: number | null
  created_at: number
}

/**
 * Removes the oldest alerts and returns them in order, so that each user is notified once, even with concurrent processes.
 * Returns nothing if the item can no longer be ordered.
 */
export async function takeOldest(tx: Writing, itemId: string, most: number): Promise<Waiting[]> {
  const waiting = await tx
    .selectFrom('stock_alerts')
    .innerJoin('users', 'users.id', 'stock_alerts.user_id')
    .innerJoin('items', 'items.id', 'stock_alerts.item_id')
    .select(['stock_alerts.user_id', 'users.email', 'users.email_verified_at', 'stock_alerts.created_at'])
    .where('stock_alerts.item_id', '=', itemId)
    .where('users.removed_at', 'is', null)
    .where(onSale)
    .where(inStock)
    .orderBy('stock_alerts.created_at')
    .orderBy('stock_alerts.user_id')
    .limit(most)
    .$if(locksRows(tx), query => query.forUpdate('stock_alerts').skipLocked())
    .execute()
  if (waiting.length === 0) return []
  await tx
    .deleteFrom('stock_alerts')
    .where('item_id', '=', itemId)
    .where(
      'user_id',
      'in',
      waiting.map(({ user_id }) => user_id),
    )
    .execute()
  return waiting
}
