import { sql } from 'kysely'
import { allSeries, type Numbers, noNumbers } from '#domain/numbers.ts'
import { isPostgres } from '../db/engine/connection.ts'
import { hasTable } from '../db/schema/table-rows.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'

/** Given out by this shop, or by one whose place it has taken. */
export async function highestGiven(db: Reading): Promise<Numbers> {
  const orders = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .executeTakeFirst()
  const series = await db.selectFrom('invoice_series').selectAll().execute()
  const gaps = await db
    .selectFrom('number_gaps')
    .select(({ fn }) => ['series', fn.max<number>('last_number').as('last_number')])
    .groupBy('series')
    .execute()
  const numbers = { ...noNumbers, T: Math.max(noNumbers.T, orders?.number ?? 0) }
  for (const { series: name, last_number } of [...series, ...gaps])
    if (name in numbers)
      numbers[name as keyof Numbers] = Math.max(numbers[name as keyof Numbers], last_number)
  return numbers
}

/** The same of data that an earlier version has made. */
export const highestOf = async (db: Reading): Promise<Numbers> =>
  (await hasTable(db, 'number_gaps')) ? highestGiven(db) : highestOfVersionOne(db)

async function highestOfVersionOne(db: Reading): Promise<Numbers> {
  if (!(await hasTable(db, 'invoice_series'))) return noNumbers
  const { rows } = await sql<{ series: keyof Numbers; last: number | null }>`
    select 'T' as series, max(number) as last from bookings
    union all select series, last_number from invoice_series`.execute(db)
  const numbers = { ...noNumbers }
  for (const { series, last } of rows) numbers[series] = Math.max(numbers[series], last ?? 0)
  return numbers
}

/** Gives out no number up to these any more. Answers the highest of each series then. */
export async function skipTo(tx: Writing, floor: Numbers, at: number): Promise<Numbers> {
  const given = await highestGiven(tx)
  for (const series of allSeries) {
    if (floor[series] <= given[series]) continue
    const gap = { series, first_number: given[series] + 1, last_number: floor[series], noted_at: at }
    await tx.insertInto('number_gaps').values(gap).execute()
    if (series !== 'T') await setLast(tx, series, floor[series])
  }
  await continueOrders(tx)
  return highestGiven(tx)
}

async function setLast(tx: Writing, series: 'INV' | 'CN', last_number: number): Promise<void> {
  await tx
    .insertInto('invoice_series')
    .values({ series, last_number })
    .onConflict(conflict => conflict.column('series').doUpdateSet({ last_number }))
    .execute()
}

/** After rows or gaps have come with numbers of their own: the next one that PostgreSQL gives is higher. SQLite looks by itself. */
export async function continueOrders(tx: Writing): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`select setval(pg_get_serial_sequence('bookings', 'number'), max(number)) from (
      select max(number) as number from bookings
      union all select max(last_number) from number_gaps where series = 'T'
    ) as numbers having max(number) is not null`.execute(tx)
}
