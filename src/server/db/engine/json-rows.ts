import { type RawBuilder, sql } from 'kysely'
import type { Reading } from '../schema/tables.ts'
import { isPostgres } from './connection.ts'

type Types = Readonly<Record<string, 'text' | 'bigint'>>

/** Rows as one JSON value: the statement is the same for any number of rows. */
export function jsonRows<Row extends object>(
  db: Reading,
  rows: readonly Row[],
  types: Types,
): RawBuilder<Row> {
  const columns = Object.entries(types)
  const json = JSON.stringify(rows)
  if (isPostgres(db)) {
    const typed = columns.map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
    return sql`(select * from jsonb_to_recordset(${json}::jsonb) as given (${sql.join(typed)}))`
  }
  const picked = columns.map(([name]) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${json}))`
}
