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
  /** The migrations that the rows belong to. */
  migrations: readonly string[]
  tables: Contents
  rows(): AsyncIterable<[DataTable, Row[]]>
  /** Runs after the comparison, in the same transaction: changes the copy, or refuses it. */
  finish?(tx: Writing): Promise<void>
}

/**
 * Creates the tables of that version, fills them, and compares every table with its original, in one transaction: after
 * an error the database is unchanged. Then it is migrated.
 */
export async function load(db: Database, source: Source): Promise<void> {
  const fill = async (tx: Writing) => {
    await dropTables(tx)
    await migrateTo(tx, db.engine.name, source.migrations)
    await dropOldTriggers(tx)
    for await (const [table, rows] of source.rows()) await insertRows(tx, table, rows)
    const wrong = differences(source.tables, await contentsOf(tx))
    if (wrong.length > 0) throw new Refused(`The copy differs from the original:\n  ${wrong.join('\n  ')}`)
    await source.finish?.(tx)
  }
  await db.write(fill, { patient: true })
  await migrate(db)
  await db.write(tx => itemTexts.writeAll(tx), { patient: true })
  await db.write(tx => numbers.continueOrders(tx))
}

/** SQLite's triggers of 1.0 call functions that only the program of 1.0 has. The store writes their data afterwards. */
async function dropOldTriggers(tx: Writing): Promise<void> {
  if (isPostgres(tx)) return
  const { rows } = await sql<{ name: string }>`select name from sqlite_schema
    where type = 'trigger' and (sql like '%words_of(%' or sql like '%fold(%')`.execute(tx)
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(tx)
}
