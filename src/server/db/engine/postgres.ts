import { hash } from 'node:crypto'
import {
  type CompiledQuery,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import { type Connection, Grammar, OpenTransaction } from './connection.ts'
import type { Begin, Engine } from './database.ts'
import { isOutdatedPlan, isReadOnly, LostConnection } from './faults.ts'
import { type Borrowed, type Classify, type PoolSettings, PostgresPool } from './postgres-pool.ts'
import { isPrepared } from './prepared.ts'

/** The longest delay that a timer accepts: 24 days. */
const noTimeoutMs = 2 ** 31 - 1

export function openPostgres(
  url: string,
  onIdleError: (error: Error) => void,
  settings: PoolSettings = {},
): Engine {
  const pool = new PostgresPool(url, onIdleError, settings)
  const names = new StatementNames()
  return {
    name: 'postgres',
    reader: grammar.readingFrom(new PooledReads(pool, names)),
    begin: how => begin(pool, names, how),
    withForeignKeysOff: work => work(),
    close: () => pool.close(),
  }
}

async function begin(
  pool: PostgresPool,
  names: StatementNames,
  { mode = '', patient = false }: Begin = {},
): Promise<OpenTransaction> {
  const borrowed = await pool.connect()
  const { client, classify, isShared } = borrowed
  try {
    await client.query(pool.beginStatement(mode, isShared))
    if (patient) await client.query('set local statement_timeout = 0')
  } catch (error) {
    client.release(true)
    throw classify(error)
  }
  return new PostgresTransaction(borrowed, names, patient)
}

const grammar = new Grammar({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Named statements are parsed and planned once per connection. */
class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** No name on a shared connection: the next transaction may run on another one, where the name is unknown. */
  configOf(query: CompiledQuery, isShared: boolean): pg.QueryConfig {
    const name = isShared ? undefined : this.#of(query)
    return { ...(name && { name }), text: query.sql, values: [...query.parameters] }
  }

  /** New names force new plans after a migration. */
  renew(): void {
    this.#names.clear()
    this.#generation++
  }

  /** Only for prepared queries: searches have more variants than a connection should remember. */
  #of(query: CompiledQuery): string | undefined {
    if (!isPrepared(query)) return undefined
    const known = this.#names.get(query.sql)
    if (known) return known
    const name = `shop_${hash('sha256', query.sql, 'base64url').slice(0, 22)}_${this.#generation}`
    this.#names.set(query.sql, name)
    return name
  }
}

function resultOf<R>({ rows, rowCount }: pg.QueryResult): QueryResult<R> {
  return { rows: rows ?? [], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
}

/** Single reads, on any free connection. */
class PooledReads implements Connection {
  readonly #pool: PostgresPool
  readonly #names: StatementNames

  constructor(pool: PostgresPool, names: StatementNames) {
    this.#pool = pool
    this.#names = names
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const config = (isShared: boolean) => this.#names.configOf(query, isShared)
    try {
      return resultOf(await this.#pool.query(config))
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      this.#names.renew()
      return resultOf(await this.#pool.query(config))
    }
  }
}

class PostgresTransaction extends OpenTransaction {
  readonly #client: pg.PoolClient
  readonly #classify: Classify
  readonly #isShared: boolean
  readonly #names: StatementNames
  readonly #timeout: { query_timeout?: number }
  /** The server is gone or read-only: not even a rollback is sent. */
  #isUseless = false

  constructor({ client, classify, isShared }: Borrowed, names: StatementNames, patient: boolean) {
    super(grammar)
    this.#names = names
    this.#client = client
    this.#classify = classify
    this.#isShared = isShared
    this.#timeout = patient ? { query_timeout: noTimeoutMs } : {}
  }

  protected async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const config = this.#names.configOf(query, this.#isShared)
      return resultOf(await this.#client.query({ ...config, ...this.#timeout }))
    } catch (error) {
      if (isOutdatedPlan(error)) this.#names.renew()
      const classified = this.#classify(error)
      this.#isUseless ||= classified instanceof LostConnection || isReadOnly(classified)
      throw classified
    }
  }

  protected async finish(): Promise<void> {
    const { command } = await this.#end('commit')
    // After a failed statement PostgreSQL answers COMMIT with ROLLBACK.
    if (command !== 'COMMIT')
      throw new Error('The transaction was undone because a statement in it had failed')
  }

  protected async undo(): Promise<void> {
    if (this.#isUseless) return this.#client.release(true)
    // The caller gets the error that caused the rollback.
    await this.#end('rollback').catch(() => undefined)
  }

  /** A connection that cannot even end a transaction is not used again. */
  async #end(how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    try {
      const result = await this.#client.query({ text: how, ...this.#timeout })
      this.#client.release()
      return result
    } catch (error) {
      this.#client.release(true)
      throw this.#classify(error)
    }
  }
}
