import { type RawBuilder, sql } from 'kysely'
import type { BestItem } from '#contract/insights.ts'
import { majorOf } from '#domain/money.ts'
import type { TimeRange } from '#domain/period.ts'
import type { Sales } from '#domain/sales.ts'
import type { Reading } from '../db/schema/tables.ts'

/**
 * The condition that an order was paid at this time or later. The index orders_by_payment contains 'paid_at > 0', and
 * SQLite starts to read at the first bound that is named.
 */
const paidSince = (from: number): RawBuilder<boolean> =>
  sql<boolean>`orders.paid_at >= ${from} and orders.paid_at > 0`

export const paidIn = ({ from, until }: TimeRange): RawBuilder<boolean> =>
  sql<boolean>`orders.paid_at >= ${from} and orders.paid_at < ${until} and orders.paid_at > 0`

/** The sales of a period. */
export type Sold = Pick<Sales, 'orders' | 'units' | 'takings'>

/** The sales of each of these periods, at most 500 because of SQLite, which would sort a whole year to group it by day. */
export async function soldIn(db: Reading, ranges: readonly TimeRange[]): Promise<Sold[]> {
  if (ranges.length === 0) return []
  const selects = ranges.map(
    (range, index) => sql`select ${sql.lit(index)} as part, count(*) as orders,
      cast(coalesce(sum(quantity), 0) as bigint) as units,
      cast(coalesce(sum(paid_minor), 0) as bigint) as takings
      from orders where ${paidIn(range)}`,
  )
  const { rows } = await sql<Sold & { part: number }>`${sql.join(selects, sql` union all `)}`.execute(db)
  return rows.toSorted((a, b) => a.part - b.part).map(({ part: _, ...sold }) => sold)
}

/** In every time zone, days start at a multiple of 15 minutes. */
const quarterMs = sql.lit(900_000)

export type Lost = Pick<Sales, 'refunds' | 'disputes'>

/**
 * Refunds and lost disputes by quarter-hour, in order. Excludes payments that paid for no order, because they never counted
 * as sales.
 */
export async function lostIn(db: Reading, { from, until }: TimeRange): Promise<(Lost & { at: number })[]> {
  const { rows } = await sql<Lost & { at: number }>`
    select moment / ${quarterMs} * ${quarterMs} as at,
      cast(sum(refunds) as bigint) as refunds, cast(sum(disputes) as bigint) as disputes
    from (
      select refunds.succeeded_at as moment, refunds.amount_minor as refunds, 0 as disputes
      from refunds
      join orders on orders.id = refunds.order_id and orders.transaction_id = refunds.intent_id
      where refunds.succeeded_at >= ${from} and refunds.succeeded_at < ${until} and orders.paid_at is not null
      union all
      select disputes.lost_at, 0, dispute_orders.amount_minor
      from disputes
      join dispute_orders on dispute_orders.dispute_id = disputes.id
      join orders on orders.id = dispute_orders.order_id and orders.transaction_id = disputes.intent_id
      where disputes.lost_at >= ${from} and disputes.lost_at < ${until} and orders.paid_at is not null
    ) as losses
    group by 1 order by 1`.execute(db)
  return rows
}

/** The best-selling items since this time; on a tie, the newer item. */
export async function bestSince(db: Reading, from: number, limit: number): Promise<BestItem[]> {
  // No upper bound: with one, SQLite would read by time and then sort by item.
  const { rows } = await sql<{ id: string; name: string; units: number; takings: number }>`
    with best as (
      select item_id, cast(sum(quantity) as bigint) as units, cast(sum(paid_minor) as bigint) as takings
      from orders where ${paidSince(from)}
      group by item_id order by units desc, item_id desc limit ${limit}
    )
    select items.id, items.name, best.units, best.takings
    from best join items on items.id = best.item_id
    order by best.units desc, items.id desc`.execute(db)
  return rows.map(({ id, name, units, takings }) => ({
    itemId: id,
    name,
    units,
    takings: majorOf(takings),
  }))
}
