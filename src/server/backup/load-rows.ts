import { sql } from 'kysely'
import { isPostgres } from '../db/engine/connection.ts'
import type { Database } from '../db/engine/database.ts'
import { migrate, migrateTo } from '../db/schema/migrate.ts'
import { type DataTable, dropTables, insertRows, type Row } from '../db/schema/table-rows.ts'
import type { Writing } from '../db/schema/tables.ts'
import * as numbers from '../store/numbers.ts'
import * as itemTexts from '../store/search/item-texts.ts'
import { Refused } from './archive.ts'
import { type Contents, contentsOf, differences } from './contents.ts'

export interface Source {
  /** The versions that the rows belong to. */
  migrations: readonly string[]
  tables: Contents
  rows(): AsyncIterable<[DataTable, Row[]]>
  /** After the comparison, in the same transaction: what is to be otherwise than in the original, or a last no. */
  finish?(tx: Writing): Promise<void>
}

/**
 * Fills a database from elsewhere: the tables of that version, all rows, and a comparison of every table with its
 * original, in one transaction. Whatever goes wrong, the database is as it was. Then it is brought up to date.
 */
export async function load(db: Database, source: Source): Promise<void> {
  const fill = async (tx: Writing) => {
    await dropTables(tx)
    await migrateTo(tx, db.engine.name, source.migrations)
    await dropOldTriggers(tx)
    for await (const [table, rows] of source.rows()) await insertRows(tx, table, rows)
    const wrong = differences(source.tables, await contentsOf(tx))
    if (wrong.length > 0) throw new Refused(`The copy is not like the original:\n  ${wrong.join('\n  ')}`)
    await source.finish?.(tx)
  }
  await db.write(fill, { patient: true })
  await migrate(db)
  await db.write(tx => itemTexts.writeAll(tx), { patient: true })
  await db.write(tx => numbers.continueOrders(tx))
}

/** SQLite's triggers of 1.0 call functions that the program of 1.0 brought along. What they wrote is written afterwards. */
async function dropOldTriggers(tx: Writing): Promise<void> {
  if (isPostgres(tx)) return
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'trigger' and (sql like '%words_of(%' or sql like '%fold(%')`.execute(tx)
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx)
}
