import { type SelectQueryBuilder, sql } from 'kysely'
import type { Reading, Tables } from '../db/schema/tables.ts'

/** The number of rows that a query finds. */
export async function countRows<Table extends keyof Tables>(
  query: SelectQueryBuilder<Tables, Table, object>,
): Promise<number> {
  const { count } = await query.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
  return count
}

/** The same, counting at most `most` to limit the rows read. */
export async function countUpTo<Table extends keyof Tables>(
  db: Reading,
  query: SelectQueryBuilder<Tables, Table, object>,
  most: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${query.select(sql.lit(1).as('one')).limit(most)}) as some_rows`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
