import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { databaseFile } from '../../src/server/db/data-dir.ts'
import { openDatabase } from '../../src/server/db/engine/open-database.ts'
import { migrateTo } from '../../src/server/db/schema/migrate.ts'
import { type EngineName, emptyDatabase, type TestDatabase } from './databases.ts'

export type Mode = 'live' | 'demo'

const versionOne = ['0100_shop', '0101_by-engine']

const unpacked = (name: string): Buffer =>
  brotliDecompressSync(readFileSync(join(import.meta.dirname, '../fixtures/1.0.0', `${name}.br`)))

/** What version 1.0.0 answered to an admin at the time `at`. */
export interface Answers {
  at: number
  orders: Record<string, unknown>[]
  items: Record<string, unknown>[]
  insights: { totals: Record<string, number> }
  audit: Record<string, unknown>[]
}

export const answersOf = (mode: Mode, engine: EngineName): Answers =>
  JSON.parse(unpacked(`${mode}.${engine}.answers`).toString())

/**
 * The data of a shop of version 1.0.0: orders that are held, paid, paid together and refunded in part or in full; a lost, a won and
 * an open dispute; invoices and an audit log.
 */
export async function releaseData(mode: Mode, engine: EngineName): Promise<TestDatabase> {
  const database = await emptyDatabase(engine)
  const { DATA_DIR: dataDir, DATABASE_URL: databaseUrl } = database.environment
  if (engine === 'sqlite') await writeFile(databaseFile(dataDir), unpacked(`${mode}.sqlite`))
  else await load({ dataDir, databaseUrl }, JSON.parse(unpacked(`${mode}.postgres`).toString()))
  return database
}

/** Loads the rows of a PostgreSQL dump into tables that the migrations of 1.0.0 create, with triggers disabled. */
async function load(
  settings: { dataDir: string; databaseUrl: string | undefined },
  tables: Record<string, unknown[]>,
): Promise<void> {
  const db = await openDatabase(settings, () => undefined)
  try {
    await db.write(async tx => {
      await migrateTo(tx, 'postgres', versionOne)
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const [name, rows] of Object.entries(tables)) {
        await sql`delete from ${sql.table(name)}`.execute(tx)
        await sql`insert into ${sql.table(name)} overriding system value
          select * from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::json)`.execute(
          tx,
        )
      }
      await sql`select setval(pg_get_serial_sequence('bookings', 'number'), max(number)) from bookings`.execute(
        tx,
      )
    })
  } finally {
    await db.close()
  }
}
