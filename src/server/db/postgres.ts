import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Engine } from './database.ts'
import type { Tables } from './tables.ts'

const int8 = 20

/** How a shop is told from other programs on the same server. */
export const applicationName = 'tuckshop'

/** bigint as a number: cents, counts and times all stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

/** PostgreSQL, with any number of shop processes on it. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    application_name: applicationName,
    types,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
  })
  pool.on('error', onIdleError)
  // The pool listens to idle connections only; one that is lost in use would otherwise end the process.
  pool.on('connect', client => client.on('error', onIdleError))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { name: 'postgres', shared: true, reader: db, writer: db, close: () => db.destroy() }
}
