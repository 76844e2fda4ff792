import { hash } from 'node:crypto'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import pg from 'pg'
import { databaseFile } from '../../../src/server/db/data-dir.ts'
import type { Engine } from '../../../src/server/db/engine/database.ts'
import type { DatabaseSettings } from '../../../src/server/db/engine/snapshot.ts'

export interface Query {
  text: string
  parameters: (string | number)[]
}

/** Runs queries without a shop. Like the shop it prepares each statement once. */
export interface BareEngine {
  name: Engine['name']
  run(query: Query): Promise<unknown>
  close(): Promise<void>
}

export const openEngine = ({ dataDir, databaseUrl }: DatabaseSettings): Promise<BareEngine> =>
  databaseUrl ? openPostgres(databaseUrl) : openSqlite(dataDir)

async function openSqlite(dataDir: string): Promise<BareEngine> {
  const db = new DatabaseSync(databaseFile(dataDir), { readOnly: true })
  const statements = new Map<string, StatementSync>()
  return {
    name: 'sqlite',
    async run({ text, parameters }) {
      const statement = statements.get(text) ?? db.prepare(text)
      statements.set(text, statement)
      return statement.all(...parameters)
    },
    close: async () => db.close(),
  }
}

async function openPostgres(url: string): Promise<BareEngine> {
  const client = new pg.Client(url)
  await client.connect()
  return {
    name: 'postgres',
    run: ({ text, parameters }) => client.query({ name: hash('md5', text), text, values: parameters }),
    close: () => client.end(),
  }
}
