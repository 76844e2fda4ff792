import { sql } from 'kysely'
import type { Hold } from '#domain/hold.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { inState } from './order-states.ts'

/** How much of an item one user has set aside without having paid for it. */
export async function countHeld(db: Reading, userId: string, itemId: string): Promise<number> {
  const { held } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('quantity'), sql.lit(0)).as('held'))
    .where('user_id', '=', userId)
    .where('item_id', '=', itemId)
    .where(inState('held'))
    .executeTakeFirstOrThrow()
  return Number(held)
}

/** Unpaid orders whose stock is set aside. */
export async function countHolds(db: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(inState('held'))
    .executeTakeFirstOrThrow()
  return count
}

/** Its stock is set aside (again) until then. */
export async function setHeld(tx: Writing, id: string, { heldUntil, renewedMs }: Hold): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ held_until: heldUntil, renewed_ms: renewedMs, released_at: null })
    .where('id', '=', id)
    .execute()
}

export interface Freed {
  id: string
  item_id: string
  quantity: number
}

/**
 * Marks holds that have run out as released, each once, however many processes try. Orders that are being paid
 * keep theirs: the payment is called off first (jobs/reconcile-payments).
 */
export function releaseLapsed(tx: Writing, now: number, limit: number): Promise<Freed[]> {
  return tx
    .with(
      // By itself, once: PostgreSQL may look for them anew for every order, when it does not know yet that there are many.
      cte => cte('due').materialized(),
      query =>
        query
          .selectFrom('orders as lapsed')
          .select('lapsed.id')
          .where('lapsed.held_until', '<=', now)
          .where(inState('held', 'lapsed'))
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('payment_orders')
                  .select('payment_orders.order_id')
                  .whereRef('payment_orders.order_id', '=', 'lapsed.id')
                  .where('payment_orders.ended_at', 'is', null),
              ),
            ),
          )
          .orderBy('lapsed.held_until')
          .limit(limit)
          // Those that another process is at are not waited for.
          .$if(locksRows(tx), lapsed => lapsed.forUpdate('lapsed').skipLocked()),
    )
    .updateTable('orders')
    .set({ released_at: now })
    .where(inState('held'))
    .where('held_until', '<=', now)
    .where('id', 'in', query => query.selectFrom('due').select('id'))
    .returning(['id', 'item_id', 'quantity'])
    .execute()
}
