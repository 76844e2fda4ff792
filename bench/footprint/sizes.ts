import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { databaseFile } from '../../src/server/db/claim.ts'
import type { DatabaseSettings } from '../../src/server/db/snapshot.ts'

/** What is on the disk, in bytes. */
export interface Size {
  rows: number
  indexes: number
}

const inPostgres = `select coalesce(sum(pg_table_size(oid)), 0)::float8 as rows,
    coalesce(sum(pg_indexes_size(oid)), 0)::float8 as indexes
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`

const inSqlite = `select coalesce(sum(pgsize) filter (where type = 'table'), 0) as rows,
    coalesce(sum(pgsize) filter (where type = 'index'), 0) as indexes
  from dbstat join sqlite_schema using (name) where aggregate = 1`

/** Of all tables. */
export async function sizeOf({ dataDir, databaseUrl }: DatabaseSettings): Promise<Size> {
  if (databaseUrl) return onPostgres(databaseUrl, client => firstOf<Size>(client, inPostgres))
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  const size = db.prepare(inSqlite).get() as unknown as Size
  db.close()
  return size
}

export async function onPostgres<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  return ask(client).finally(() => client.end())
}

export async function firstOf<T>(client: pg.Client, text: string, values: unknown[] = []): Promise<T> {
  const { rows } = await client.query(text, values)
  return rows[0] as T
}
