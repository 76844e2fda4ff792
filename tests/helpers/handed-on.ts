import { after } from 'node:test'
import { sql } from 'kysely'
import { Database, type Engine } from '../../src/server/db/database.ts'
import { openPostgres } from '../../src/server/db/postgres.ts'
import type { Reading } from '../../src/server/db/tables.ts'
import { placeWithTables, type TestPlace } from './databases.ts'

interface Kept {
  place: TestPlace
  url: string
  engine: Engine
  shape: string
  /** What stands in the tables of an empty shop, as JSON. */
  firstRows: Map<string, string>
}

export interface Handed {
  url: string
  /** Its connections stay open for the next test. */
  engine: Engine
  giveBack(): Promise<void>
}

/** More rows than this cost more to delete than a new database costs to make. */
const manyRows = 2000

const kept: Kept[] = []

/**
 * A PostgreSQL database with all tables and nothing in them, which one test hands on to the next, emptied: to make one,
 * to connect to it and to let its connections learn the tables took three quarters of the server's time.
 */
export async function takeDatabase(): Promise<Handed> {
  const mine = kept.pop() ?? (await make())
  let isClosed = false
  const engine: Engine = {
    ...mine.engine,
    begin(how) {
      if (isClosed) throw new Error('This test is over, and its database is somebody else’s')
      return mine.engine.begin(how)
    },
    async close() {
      isClosed = true
    },
  }
  return {
    url: mine.url,
    engine,
    async giveBack() {
      if (await isEmptied(mine)) kept.push(mine)
      else await drop(mine)
    },
  }
}

let isCleared = false

/** For whoever describes a test that takes one: what is left at the end of all tests goes. */
export function clearAfterwards(): void {
  if (!isCleared) after(() => Promise.all(kept.splice(0).map(drop)).then(() => undefined))
  isCleared = true
}

async function make(): Promise<Kept> {
  const place = await placeWithTables('postgres')
  const url = place.environment.DATABASE_URL ?? ''
  const engine = openPostgres(url, () => undefined)
  const firstRows = new Map<string, string>()
  for (const name of await filledTables(engine.reader)) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(engine.reader)
    firstRows.set(name, JSON.stringify(rows))
  }
  return { place, url, engine, shape: await shapeOf(engine.reader), firstRows }
}

async function drop({ engine, place }: Kept): Promise<void> {
  await engine.close()
  await place.remove()
}

/** Not where a test has changed more than rows, has left something under way, or had very many rows. */
async function isEmptied({ engine, shape, firstRows }: Kept): Promise<boolean> {
  if ((await shapeOf(engine.reader)) !== shape) return false
  return new Database(engine).write(async tx => {
    // No trigger minds, and no reference.
    await sql`set local session_replication_role = replica`.execute(tx)
    let count = 0n
    for (const name of await filledTables(tx)) {
      const { numAffectedRows = 0n } = await sql`delete from ${sql.table(name)}`.execute(tx)
      count += numAffectedRows
    }
    for (const [name, rows] of firstRows)
      await sql`insert into ${sql.table(name)}
        select * from json_populate_recordset(null::${sql.table(name)}, ${rows}::json)`.execute(tx)
    await sql`select setval(seqrelid, seqstart, false) from pg_sequence`.execute(tx)
    return count < manyRows
  })
}

let tables: string[] | undefined

/** The tables in which anything stands. */
async function filledTables(db: Reading): Promise<string[]> {
  tables ??= await tablesOf(db)
  const looks = tables.map(
    name => sql`select ${sql.lit(name)} as name where exists (select from ${sql.table(name)})`,
  )
  const { rows } = await sql<{ name: string }>`${sql.join(looks, sql` union all `)}`.execute(db)
  return rows.map(({ name }) => name)
}

async function tablesOf(db: Reading): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  return rows.map(({ name }) => name)
}

/** All that makes a database what it is, besides its rows; and whether anybody is still at work in it. */
async function shapeOf(db: Reading): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ',
      (select sum(hashtext(concat(oid, xmin))) from pg_class where oid >= 16384),
      (select sum(hashtext(concat(oid, xmin))) from pg_trigger where oid >= 16384),
      (select sum(hashtext(concat(oid, xmin))) from pg_constraint where oid >= 16384),
      (select sum(hashtext(concat(oid, xmin))) from pg_proc where oid >= 16384),
      (select count(*) from pg_statistic where starelid >= 16384),
      (select count(*) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')
    ) as shape`.execute(db)
  return rows[0]?.shape ?? ''
}
