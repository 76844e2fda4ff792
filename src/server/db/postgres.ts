import { hash } from 'node:crypto'
import {
  type CompiledQuery,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { type Connection, Grammar, isPrepared, OpenTransaction } from './connection.ts'
import type { Engine } from './database.ts'
import { isOutdatedPlan } from './faults.ts'

const int8 = 20

/** How long an answer may be out of date: other processes may write to the same database. */
const staleMs = 900

/** How a shop is told from other programs on the same server. */
export const applicationName = 'tuckshop'

/** bigint as a number: cents, counts and times all stay far below 2^53. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === int8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
}

export interface PostgresEngine extends Engine {
  /** `mode` as in START TRANSACTION. */
  begin(mode?: string): Promise<OpenTransaction>
}

/** PostgreSQL, with any number of shop processes on it. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): PostgresEngine {
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
  return {
    name: 'postgres',
    // Others' changes are not told; what is kept lives shortly instead.
    outside: { version: () => Math.floor(performance.now() / staleMs), isExact: false },
    reader: grammar.readingFrom(new PooledReads(pool)),
    async begin(mode = '') {
      const client = await pool.connect()
      try {
        await client.query(`start transaction ${mode}`)
      } catch (error) {
        client.release(true)
        throw error
      }
      return new PostgresTransaction(client)
    },
    close: () => pool.end(),
  }
}

const grammar = new Grammar({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/**
 * Statements with a name are parsed and planned once per connection, not for each order. Behind a pooler connections
 * are shared between processes, so the same name is the same statement in each of them.
 */
class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** Undefined for all others: of searches alone there are more kinds than a connection should remember. */
  of(query: CompiledQuery): string | undefined {
    if (!isPrepared(query)) return undefined
    const known = this.#names.get(query.sql)
    if (known) return known
    const name = `shop_${hash('sha256', query.sql, 'base64url').slice(0, 22)}_${this.#generation}`
    this.#names.set(query.sql, name)
    return name
  }

  /** A migration has changed what some of them answer. New names make new plans. */
  renew(): void {
    this.#names.clear()
    this.#generation++
  }
}

const names = new StatementNames()

async function send<R>(to: pg.Pool | pg.PoolClient, query: CompiledQuery): Promise<QueryResult<R>> {
  const name = names.of(query)
  const values = [...query.parameters]
  try {
    const { rows, rowCount } = await to.query({ ...(name && { name }), text: query.sql, values })
    return { rows: rows ?? [], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
  } catch (error) {
    if (isOutdatedPlan(error)) names.renew()
    throw error
  }
}

/** Single reads, on whichever connection is free. */
class PooledReads implements Connection {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      return await send(this.#pool, query)
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      return send(this.#pool, query)
    }
  }
}

class PostgresTransaction extends OpenTransaction {
  readonly #client: pg.PoolClient

  constructor(client: pg.PoolClient) {
    super(grammar)
    this.#client = client
  }

  protected run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return send(this.#client, query)
  }

  protected async finish(): Promise<void> {
    const { command } = await this.#end('commit')
    // What a failed statement leaves behind can only be undone, and PostgreSQL says no more than this.
    if (command !== 'COMMIT')
      throw new Error('The transaction was undone because a statement in it had failed')
  }

  protected async undo(): Promise<void> {
    // Whatever went wrong before is what the caller wants to hear of.
    await this.#end('rollback').catch(() => undefined)
  }

  /** A connection that cannot even end a transaction is not used again. */
  async #end(how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    try {
      const result = await this.#client.query(how)
      this.#client.release()
      return result
    } catch (error) {
      this.#client.release(true)
      throw error
    }
  }
}
