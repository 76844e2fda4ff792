import { type RawBuilder, sql } from 'kysely'
import { dayMs, writtenDay } from '#domain/day.ts'
import type { Stretch } from '#domain/period.ts'
import { longestPieces, noSales, pieceAt, pieceLengths, refundChanges, type Sales } from '#domain/sales.ts'
import type { OrderRow, Reading, RefundRow, SalesRow, Writing } from '../db/tables.ts'
import * as recentSales from './recent-sales.ts'

/** An order was paid. */
export async function noteSale(
  tx: Writing,
  { item_id, quantity, total_cents }: Pick<OrderRow, 'item_id' | 'quantity' | 'total_cents'>,
  at: number,
): Promise<void> {
  await recentSales.add(tx, { item_id, units: quantity, takings_cents: total_cents }, at)
  await add(tx, at, { ...noSales, orders: 1, units: quantity, takings: total_cents })
}

/** A refund stands otherwise than before; only what goes back of a sale counts. */
export async function noteRefund(
  tx: Writing,
  isOfSale: boolean,
  before: RefundRow | undefined,
  after: RefundRow,
): Promise<void> {
  for (const { at, refunds } of refundChanges(isOfSale, before && doneOf(before), doneOf(after)))
    await add(tx, at, { ...noSales, refunds })
}

/** So much of a sale was lost to a dispute at that moment; below nothing when the bank has decided otherwise later. */
export const noteDispute = (tx: Writing, lost: number, at: number): Promise<void> =>
  add(tx, at, { ...noSales, disputes: lost })

const doneOf = ({ amount_cents, succeeded_at }: RefundRow) => ({
  amount: amount_cents,
  succeededAt: succeeded_at,
})

/** The last thing in a transaction: on PostgreSQL whoever else sells in this quarter of an hour waits for its end. */
async function add(tx: Writing, at: number, sales: Sales): Promise<void> {
  const { orders, units, takings, refunds, disputes } = sales
  const figures = {
    orders,
    units,
    takings_cents: takings,
    refunds_cents: refunds,
    disputes_cents: disputes,
  }
  await tx
    .insertInto('sales')
    .values(pieceLengths.map(minutes => ({ minutes, since: pieceAt(at, minutes), ...figures })))
    .onConflict(conflict =>
      conflict.columns(['minutes', 'since']).doUpdateSet(({ eb, ref }) => ({
        orders: eb('sales.orders', '+', ref('excluded.orders')),
        units: eb('sales.units', '+', ref('excluded.units')),
        takings_cents: eb('sales.takings_cents', '+', ref('excluded.takings_cents')),
        refunds_cents: eb('sales.refunds_cents', '+', ref('excluded.refunds_cents')),
        disputes_cents: eb('sales.disputes_cents', '+', ref('excluded.disputes_cents')),
      })),
    )
    .execute()
}

const sumOf = (column: keyof SalesRow & string): RawBuilder<number> =>
  sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`

const sums = [
  sumOf('orders').as('orders'),
  sumOf('units').as('units'),
  sumOf('takings_cents').as('takings'),
  sumOf('refunds_cents').as('refunds'),
  sumOf('disputes_cents').as('disputes'),
] as const

const piecesIn = (db: Reading, stretch: Stretch) =>
  db
    .selectFrom('sales')
    .select(sums)
    .where('minutes', '=', longestPieces(stretch))
    .where('since', '>=', stretch.from)
    .where('since', '<', stretch.until)

/** All that was sold in a stretch of time. */
export const total = (db: Reading, stretch: Stretch): Promise<Sales> =>
  piecesIn(db, stretch).executeTakeFirstOrThrow()

/** The same by day; days without any sale are not among them. */
export async function byDay(db: Reading, stretch: Stretch): Promise<[day: string, sales: Sales][]> {
  const day = sql<number>`(since + ${sql.lit(stretch.offset)}) / ${sql.lit(dayMs)}`
  const rows = await piecesIn(db, stretch).select(day.as('day')).groupBy('day').execute()
  return rows.map(({ day, ...sales }) => [writtenDay(day * dayMs), sales])
}
