import { sql } from 'kysely'
import type { Hold } from '#domain/hold.ts'
import type { Minor } from '#domain/money.ts'
import { locksRows } from '../db/engine/connection.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'
import { inState } from './order-states.ts'

/** How many units of an item a user's unpaid orders hold. */
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

/** The number of unpaid orders that hold stock. */
export const countHolds = (db: Reading): Promise<number> =>
  countRows(db.selectFrom('orders').where(inState('held')))

/** Holds the stock of the order until `heldUntil`. */
export async function setHeld(tx: Writing, id: string, { heldUntil, renewedMs }: Hold): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ held_until: heldUntil, renewed_ms: renewedMs, released_at: null })
    .where('id', '=', id)
    .execute()
}

/** Holds the stock of the order until its transfer should have come, and keeps the delivery that the customer was told. */
export async function setTransfer(
  tx: Writing,
  id: string,
  { until, delivery }: { until: number; delivery: Minor },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ held_until: until, transfer_until: until, transfer_delivery_minor: delivery })
    .where('id', '=', id)
    .execute()
}

/**
 * How many transfers a user has announced that did not come, since the user last paid money. An order that was
 * removed while it waited counts too; orders that were announced together count once.
 */
export async function countMissedTransfers(db: Reading, userId: string, now: number): Promise<number> {
  const { missed } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.count<number>('transfer_until').distinct().as('missed'))
    .where('user_id', '=', userId)
    // As the index has it, which is not for the list of waiting orders.
    .where('transfer_until', '>', sql.lit(0))
    .where('paid_at', 'is', null)
    .where(({ eb, or }) => or([eb('removed_at', 'is not', null), eb('transfer_until', '<=', now)]))
    .where(
      sql<number>`case when removed_at < transfer_until then removed_at else transfer_until end`,
      '>',
      ({ selectFrom }) =>
        selectFrom('orders as paid')
          .select(({ fn }) => fn.coalesce(fn.max('paid.paid_at'), sql.lit(0)).as('last'))
          .where('paid.user_id', '=', userId)
          .where('paid.removed_at', 'is', null)
          .where('paid.paid_minor', '>', 0),
    )
    .executeTakeFirstOrThrow()
  return Number(missed)
}

export interface ReleasedHold {
  id: string
  item_id: string
  quantity: number
}

/**
 * Marks expired holds as released, each one once, even with concurrent processes. Orders with a pending payment are skipped:
 * that payment is canceled first (jobs/reconcile-payments).
 */
export function releaseExpired(tx: Writing, now: number, limit: number): Promise<ReleasedHold[]> {
  return tx
    .with(
      // Materialized: otherwise PostgreSQL may repeat the search for every order while its statistics are out of date.
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
          // Skips the orders that another process has locked.
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
