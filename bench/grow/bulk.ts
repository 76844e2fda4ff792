import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import pg from 'pg'
import { databaseFile } from '../../src/server/db/data-dir.ts'
import type { DatabaseSettings } from '../../src/server/db/engine/snapshot.ts'
import type { Tables } from '../../src/server/db/schema/tables.ts'

type Row = object

/** Takes rows by the hundred thousand. */
export interface Bulk {
  insert(table: keyof Tables, rows: Iterable<Row>): Promise<number>
  close(): Promise<void>
}

export const openBulk = (settings: DatabaseSettings): Promise<Bulk> =>
  settings.databaseUrl ? openPostgresBulk(settings.databaseUrl) : openSqliteBulk(settings.dataDir)

/** What autovacuum would do in the next minutes. */
export async function vacuum({ databaseUrl }: DatabaseSettings): Promise<void> {
  if (!databaseUrl) return
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query('vacuum analyze').finally(() => client.end())
}

function* batches(rows: Iterable<Row>, most: number): Generator<unknown[][]> {
  let batch: unknown[][] = []
  for (const row of rows) {
    batch.push(Object.values(row))
    if (batch.length < most) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** The columns are those of the first row; every row of a table has the same. */
function columnsOf(rows: Iterable<Row>): { columns: string[]; all: Iterable<Row> } {
  const source = rows[Symbol.iterator]()
  const first = source.next()
  const all = function* () {
    if (first.done) return
    yield first.value
    for (let next = source.next(); !next.done; next = source.next()) yield next.value
  }
  return { columns: first.done ? [] : Object.keys(first.value), all: all() }
}

interface Index {
  name: string
  definition: string
}

/**
 * An index that is made at the end takes a fraction of the time that its upkeep takes, row by row. Unique ones stay: keys
 * and numbers are looked up while rows come in.
 */
async function withoutIndexes<T>(
  run: (text: string) => unknown,
  indexes: readonly Index[],
  insert: () => Promise<T>,
): Promise<T> {
  for (const { name } of indexes) await run(`drop index ${name}`)
  const inserted = await insert()
  for (const { definition } of indexes) await run(definition)
  return inserted
}

const perStatement = 40
const perTransaction = 200_000

/** Nothing is lost when this is cut short but the growth itself, so it waits for the disk only at the end. */
async function openSqliteBulk(dataDir: string): Promise<Bulk> {
  const db = new DatabaseSync(databaseFile(dataDir), { enableForeignKeyConstraints: false })
  db.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; PRAGMA wal_autocheckpoint = 20000')
  const indexesOf = (table: string) =>
    db
      .prepare(
        "select name, sql as definition from sqlite_schema where type = 'index' and tbl_name = ? and sql like 'create index%'",
      )
      .all(table) as unknown as Index[]

  async function insertAll(table: string, rows: Iterable<Row>): Promise<number> {
    const { columns, all } = columnsOf(rows)
    const statement = (count: number) => {
      const places = Array(count).fill(`(${columns.map(() => '?')})`)
      return db.prepare(`insert into ${table} (${columns}) values ${places}`)
    }
    const full = statement(perStatement)
    let count = 0
    db.exec('BEGIN')
    for (const batch of batches(all, perStatement)) {
      const insert = batch.length === perStatement ? full : statement(batch.length)
      insert.run(...(batch.flat() as SQLInputValue[]))
      count += batch.length
      if (count % perTransaction === 0) db.exec('COMMIT; BEGIN')
    }
    db.exec('COMMIT')
    return count
  }

  return {
    insert: (table, rows) =>
      withoutIndexes(
        text => db.exec(text),
        indexesOf(table),
        () => insertAll(table, rows),
      ),
    async close() {
      db.exec('PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(TRUNCATE)')
      db.close()
    },
  }
}

/** Rows travel as one array per column: a statement then carries thousands. */
async function openPostgresBulk(url: string): Promise<Bulk> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('set synchronous_commit = off')
  const typesOf = async (table: string): Promise<Map<string, string>> => {
    const { rows } = await client.query<{ column_name: string; data_type: string }>(
      'select column_name, data_type from information_schema.columns where table_schema = current_schema() and table_name = $1',
      [table],
    )
    return new Map(rows.map(row => [row.column_name, row.data_type]))
  }
  const indexesOf = async (table: string): Promise<Index[]> => {
    const { rows } = await client.query<Index>(
      `select indexname as name, indexdef as definition from pg_indexes where schemaname = current_schema()
         and tablename = $1 and indexdef like 'CREATE INDEX%'`,
      [table],
    )
    return rows
  }

  async function insertAll(table: string, rows: Iterable<Row>): Promise<number> {
    const { columns, all } = columnsOf(rows)
    const types = await typesOf(table)
    const arrays = columns.map((column, at) => `$${at + 1}::${types.get(column)}[]`)
    const text = `insert into ${table} (${columns}) select * from unnest(${arrays})`
    let count = 0
    for (const batch of batches(all, 5000)) {
      await client.query(
        text,
        columns.map((_, at) => batch.map(values => values[at])),
      )
      count += batch.length
    }
    return count
  }

  return {
    insert: async (table, rows) =>
      withoutIndexes(
        text => client.query(text),
        await indexesOf(table),
        () => insertAll(table, rows),
      ),
    close: () => client.end(),
  }
}
