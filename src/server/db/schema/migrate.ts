import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Database, Engine } from '../engine/database.ts'
import { isUniqueViolation } from '../engine/faults.ts'
import type { Reading, Writing } from './tables.ts'

const folder = new URL('./migrations/', import.meta.url)

/** Runs the missing migrations. It may be killed at any point, and several processes may run it concurrently. */
export async function migrate(db: Database): Promise<void> {
  await createMigrationTable(db)
  const applied = new Set(await appliedStems(db.read))
  for (const name of await migrationNames(db.engine.name)) {
    if (applied.has(stemOf(name))) continue
    await runMigration(db, name, await scriptOf(name))
  }
}

/**
 * Runs one migration in one transaction. SQLite can change a table only by rebuilding it, which foreign keys of other
 * tables forbid. So they are off during the migration, and every reference is checked before the commit.
 */
export async function runMigration(db: Database, name: string, script: string): Promise<void> {
  const work = async (tx: Writing) => {
    await apply(tx, name, script)
    if (db.engine.name === 'sqlite' && script.includes('drop table')) await checkReferences(tx, name)
  }
  await db.engine.withForeignKeysOff(() => db.write(work, { patient: true }))
}

async function checkReferences(tx: Writing, name: string): Promise<void> {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(tx)
  const [broken] = rows
  if (broken)
    throw new Error(`${name} would leave rows of ${broken.table} without their row in ${broken.parent}`)
}

const scriptOf = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')

/** The name of a migration without its extensions: the same on both engines. */
export const stemOf = (name: string): string => name.replace(/\..*$/, '')

/** The migrations of this database, in order. */
export async function appliedStems(db: Reading): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute()
  return rows.map(({ name }) => stemOf(name))
}

export async function isUpToDate(db: Reading, engine: Engine['name']): Promise<boolean> {
  const applied = new Set(await appliedStems(db))
  return (await migrationNames(engine)).every(name => applied.has(stemOf(name)))
}

/** Creates the tables of an earlier version, inside a transaction of the caller. */
export async function migrateTo(
  tx: Writing,
  engine: Engine['name'],
  stems: readonly string[],
): Promise<void> {
  await creation.execute(tx)
  for (const name of await migrationNames(engine))
    if (stems.includes(stemOf(name))) await apply(tx, name, await scriptOf(name))
}

/**
 * '0102_gifts.sql' runs on both engines, '0102_gifts.sqlite.sql' only on SQLite. '0102_gifts.from-0101.sql' says which
 * programs can work with the data after it (later-version.ts).
 */
export async function migrationNames(engine: string): Promise<string[]> {
  const files = await readdir(folder)
  const mine = new RegExp(`^\\d{4}_[\\w-]+(\\.from-\\d{4})?(\\.${engine})?\\.sql$`)
  return files.filter(file => mine.test(file)).sort()
}

/** The row comes first: a second process waits for it, then skips the migration, or runs it if the first process failed. */
async function apply(tx: Writing, name: string, script: string): Promise<void> {
  if (!(await claim(tx, name))) return
  for (const statement of statementsOf(script)) if (statement.trim()) await sql.raw(statement).execute(tx)
}

async function claim(tx: Writing, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('migrations')
    .values({ name, applied_at: Date.now() })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  return Boolean(numInsertedOrUpdatedRows)
}

/** A statement ends with a semicolon at the end of a line; lines inside a trigger or function are indented. */
const statementsOf = (script: string): string[] =>
  script.replace(/^--.*$/gm, '').split(/;\n+(?!\s|end\b|\$\$)/)

const creation = sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`

async function createMigrationTable(db: Database): Promise<void> {
  try {
    await db.write(tx => creation.execute(tx), { patient: true })
  } catch (error) {
    // PostgreSQL: two processes may both find it missing, and the slower one fails.
    if (!isUniqueViolation(error)) throw error
  }
}
