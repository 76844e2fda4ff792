import { sql } from 'kysely'
import type { Writing } from '../db/schema/tables.ts'
import { eraseAll } from './personal-data.ts'
import { removeTexts } from './search/order-texts.ts'

/**
 * Deletes the oldest orders that were placed at `until` or before and were never paid. An order that has a payment stays in
 * the database, removed and without its customer. The newest order also stays because the next one is numbered after it.
 * Returns how many.
 */
export async function deleteOldest(tx: Writing, until: number, limit: number, now: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`select id from orders
    where paid_at is null and email <> '' and (released_at is not null or removed_at is not null)
      and created_at <= ${until} and number < (select max(number) from orders)
    order by created_at limit ${limit}`.execute(tx)
  for (const { id } of rows) await forget(tx, id, now)
  return rows.length
}

async function forget(tx: Writing, id: string, now: number): Promise<void> {
  const inBooks = await tx
    .selectFrom('payment_orders')
    .select('payment_id')
    .where('order_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (inBooks) {
    await tx
      .updateTable('orders')
      .set(({ fn, ref, val }) => ({ removed_at: fn.coalesce(ref('removed_at'), val(now)) }))
      .where('id', '=', id)
      .execute()
    await eraseAll(tx, { orderIds: [id], paymentIds: [] })
    return
  }
  await tx.deleteFrom('order_events').where('order_id', '=', id).execute()
  await removeTexts(tx, [id])
  await tx.deleteFrom('orders').where('id', '=', id).execute()
}
