import { type RawBuilder, sql } from 'kysely'
import { isPostgres, locksRows } from '../../db/engine/connection.ts'
import type { OrderRow, Reading, Writing } from '../../db/schema/tables.ts'
import { containsAll, searchTextOf, trigramQuery } from './substring.ts'

export const orderTextOf = (order: Pick<OrderRow, 'owner_name' | 'email' | 'item_name'>): string =>
  searchTextOf(order.owner_name, order.email, order.item_name)

/** The numbers of the orders that contain these parts. At least one part must have three characters. */
export function numbersOf(db: Reading, parts: readonly string[]): RawBuilder<{ number: number }> {
  const inOrders = sql<{ number: number }>`select number from orders
    where ${containsAll(db, sql`search_text`, parts)}`
  if (isPostgres(db)) return inOrders
  return sql`select rowid as number from order_search
    where order_search match ${trigramQuery(parts)} and ${containsAll(db, sql`text`, parts)}
    union all ${inOrders} and number > ${lastIndexed}`
}

/** SQLite numbers orders consecutively, so all orders after the last indexed one are missing from the index. */
const lastIndexed = sql<number>`coalesce((select rowid from order_search order by rowid desc limit 1), 0)`

/** Adds orders to SQLite's substring index. Returns how many. PostgreSQL updates its own. */
export async function indexOrders(tx: Writing, most: number): Promise<number> {
  if (isPostgres(tx)) return 0
  const { numAffectedRows } = await sql`insert into order_search (rowid, text)
    select number, search_text from orders where number > ${lastIndexed} and search_text <> ''
    order by number limit ${most}`.execute(tx)
  return Number(numAffectedRows)
}

/** Writes the search texts of orders without one: from earlier versions, or inserted in bulk. Returns how many. */
export async function writeMissing(tx: Writing, most: number): Promise<number> {
  const due = await tx
    .selectFrom('orders')
    .select(['number', 'owner_name', 'email', 'item_name'])
    .where('search_text', 'is', null)
    .orderBy('number')
    .limit(most)
    .$if(locksRows(tx), query => query.forNoKeyUpdate())
    .execute()
  for (const order of due)
    await tx
      .updateTable('orders')
      .set({ search_text: orderTextOf(order) })
      .where('number', '=', order.number)
      .execute()
  return due.length
}

/** Removes these orders from the index. The caller must clear or delete their rows afterwards. */
export async function removeTexts(tx: Writing, orderIds: readonly string[]): Promise<void> {
  if (isPostgres(tx) || orderIds.length === 0) return
  const numbers = tx.selectFrom('orders').select('number').where('id', 'in', orderIds)
  await tx.deleteFrom('order_search').where('rowid', 'in', numbers).execute()
}

/** Clears the index, because the next order numbers may be lower. */
export async function removeAllTexts(tx: Writing): Promise<void> {
  if (!isPostgres(tx)) await tx.deleteFrom('order_search').execute()
}
