import { type OnConflictBuilder, sql } from 'kysely'
import type { BestItem } from '#contract/insights.ts'
import { dollarsOf } from '#domain/money.ts'
import type { PeriodLength } from '#domain/period.ts'
import { locksRows } from '../db/connection.ts'
import type { Reading, RecentSalesRow, Tables, Writing } from '../db/tables.ts'
import { paidBetween } from './paid-between.ts'

const addedUp = (conflict: OnConflictBuilder<Tables, 'recent_sales'>) =>
  conflict.columns(['days', 'item_id']).doUpdateSet(({ eb, ref }) => ({
    units: eb('recent_sales.units', '+', ref('excluded.units')),
    takings_cents: eb('recent_sales.takings_cents', '+', ref('excluded.takings_cents')),
  }))

/** So much of an item was sold, which counts in every period that had begun by then. */
export async function add(tx: Writing, sold: Omit<RecentSalesRow, 'days'>, at: number): Promise<void> {
  // Held until the end of the transaction: whoever counts a period anew meanwhile does not see this sale.
  const starts = await tx
    .selectFrom('recent_sales_starts')
    .selectAll()
    .$if(locksRows(tx), query => query.forShare())
    .execute()
  const begun = starts.filter(({ since }) => since <= at)
  if (begun.length === 0) return
  await tx
    .insertInto('recent_sales')
    .values(begun.map(({ days }) => ({ days, ...sold })))
    .onConflict(addedUp)
    .execute()
}

/** The moment from which on the sales of so many days are counted. */
export async function startOf(db: Reading, days: PeriodLength): Promise<number> {
  const { since } = await db
    .selectFrom('recent_sales_starts')
    .select('since')
    .where('days', '=', days)
    .executeTakeFirstOrThrow()
  return since
}

/**
 * Counts them from another moment on: a later one with each day that passes, an earlier one where nothing was counted
 * yet, or where the shop's time zone was changed. One transaction takes a part of the way, so that nobody waits for
 * long. True when it is done.
 */
export async function moveStart(tx: Writing, days: PeriodLength, to: number): Promise<boolean> {
  const start = await lockStart(tx, days)
  const next = await partOfTheWay(tx, start, to)
  if (next !== start) {
    await addPaidBetween(tx, days, Math.min(start, next), Math.max(start, next), next < start ? 1 : -1)
    await tx.deleteFrom('recent_sales').where('days', '=', days).where('units', '=', 0).execute()
    await tx.updateTable('recent_sales_starts').set({ since: next }).where('days', '=', days).execute()
  }
  return next === to
}

/** Of several processes that want to move it, one does, and the others find it moved. */
async function lockStart(tx: Writing, days: PeriodLength): Promise<number> {
  const { since } = await tx
    .updateTable('recent_sales_starts')
    .set(({ ref }) => ({ since: ref('since') }))
    .where('days', '=', days)
    .returning('since')
    .executeTakeFirstOrThrow()
  return since
}

const ordersAtOnce = 2000

async function partOfTheWay(tx: Writing, start: number, to: number): Promise<number> {
  const isForward = to > start
  const order = await paidBetween(tx, Math.min(start, to), Math.max(start, to))
    .select('paid_at')
    .orderBy('paid_at', isForward ? 'asc' : 'desc')
    .offset(ordersAtOnce)
    .limit(1)
    .executeTakeFirst()
  if (!order?.paid_at) return to
  // Further by a moment at least, however many were paid in it.
  return isForward ? Math.max(order.paid_at, start + 1) : Math.min(order.paid_at, start - 1)
}

async function addPaidBetween(
  tx: Writing,
  days: PeriodLength,
  from: number,
  until: number,
  sign: 1 | -1,
): Promise<void> {
  const sum = (column: 'quantity' | 'total_cents') =>
    sql<number>`cast(${sql.lit(sign)} * sum(${sql.ref(column)}) as bigint)`
  const sold = paidBetween(tx, from, until)
    .select([
      sql<number>`cast(${sql.lit(days)} as bigint)`.as('days'),
      'item_id',
      sum('quantity').as('units'),
      sum('total_cents').as('takings_cents'),
    ])
    .groupBy('item_id')
  await tx
    .insertInto('recent_sales')
    .columns(['days', 'item_id', 'units', 'takings_cents'])
    .expression(sold)
    .onConflict(addedUp)
    .execute()
}

/** What sold best in so many days; of as many units the newer item. */
export async function best(db: Reading, days: PeriodLength, limit: number): Promise<BestItem[]> {
  const rows = await db
    .selectFrom('recent_sales')
    .innerJoin('items', 'items.id', 'recent_sales.item_id')
    .select(['items.id', 'items.name', 'recent_sales.units', 'recent_sales.takings_cents'])
    .where('recent_sales.days', '=', days)
    .orderBy('recent_sales.units', 'desc')
    .orderBy('recent_sales.item_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, units, takings_cents }) => ({
    itemId: id,
    name,
    units,
    takings: dollarsOf(takings_cents),
  }))
}

/** The end of time, as db/migrations/0100 writes it: nothing is counted. */
const never = 253_402_300_800_000

/** As if nothing had ever been counted: the shop does it anew when it runs. */
export async function forget(tx: Writing): Promise<void> {
  await tx.deleteFrom('recent_sales').execute()
  await tx.updateTable('recent_sales_starts').set({ since: never }).execute()
}
