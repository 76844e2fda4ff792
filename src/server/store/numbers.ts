import { sql } from 'kysely'
import { allSeries, type Numbers, noNumbers } from '#domain/numbers.ts'
import { isPostgres } from '../db/engine/connection.ts'
import { hasTable } from '../db/schema/table-rows.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'

/** The highest numbers used by this shop or by the shop that it replaces, including data of earlier versions. */
export async function highestUsed(db: Reading): Promise<Numbers> {
  if (!(await hasTable(db, 'invoice_series'))) return noNumbers
  const orders = sql.table((await hasTable(db, 'orders')) ? 'orders' : 'bookings')
  const gaps = (await hasTable(db, 'number_gaps'))
    ? sql`union all select series, last_number from number_gaps`
    : sql``
  const { rows } = await sql<{ series: keyof Numbers; last: number | null }>`
    select 'T' as series, max(number) as last from ${orders}
    union all select series, last_number from invoice_series ${gaps}`.execute(db)
  const numbers = { ...noNumbers }
  for (const { series, last } of rows)
    if (series in numbers) numbers[series] = Math.max(numbers[series], last ?? 0)
  return numbers
}

/** Skips all numbers up to these. Returns the highest number of each series afterwards. */
export async function skipTo(tx: Writing, floor: Numbers, at: number): Promise<Numbers> {
  const given = await highestUsed(tx)
  for (const series of allSeries) {
    if (floor[series] <= given[series]) continue
    const gap = { series, first_number: given[series] + 1, last_number: floor[series], noted_at: at }
    await tx.insertInto('number_gaps').values(gap).execute()
    if (series !== 'T') await setLast(tx, series, floor[series])
  }
  await continueOrders(tx)
  return highestUsed(tx)
}

async function setLast(tx: Writing, series: 'INV' | 'CN', last_number: number): Promise<void> {
  await tx
    .insertInto('invoice_series')
    .values({ series, last_number })
    .onConflict(conflict => conflict.column('series').doUpdateSet({ last_number }))
    .execute()
}

/**
 * Call after inserting rows or gaps with explicit numbers: moves PostgreSQL's sequence past them. SQLite needs no such step.
 */
export async function continueOrders(tx: Writing): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`select setval(pg_get_serial_sequence('orders', 'number'), max(number)) from (
      select max(number) as number from orders
      union all select max(last_number) from number_gaps where series = 'T'
    ) as numbers having max(number) is not null`.execute(tx)
}
