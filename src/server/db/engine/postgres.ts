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
import { type Judge, type Lent, type PoolSettings, PostgresPool } from './postgres-pool.ts'
import { isPrepared } from './prepared.ts'

/** The longest that a timer can be set to: 24 days. */
const endlessMs = 2 ** 31 - 1

/** PostgreSQL, with any number of shop processes on it. */
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
  const lent = await pool.connect()
  const { client, judge, isShared } = lent
  try {
    await client.query(pool.beginning(mode, isShared))
    if (patient) await client.query('set local statement_timeout = 0')
  } catch (error) {
    client.release(true)
    throw judge(error)
  }
  return new PostgresTransaction(lent, names, patient)
}

const grammar = new Grammar({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})

/** Statements with a name are parsed and planned once per connection, not for each order. */
class StatementNames {
  readonly #names = new Map<string, string>()
  #generation = 0

  /** On a shared connection nothing has a name: the next transaction may find another connection, which knows none. */
  questionOf(query: CompiledQuery, isShared: boolean): pg.QueryConfig {
    const name = isShared ? undefined : this.#of(query)
    return { ...(name && { name }), text: query.sql, values: [...query.parameters] }
  }

  /** A migration has changed what some of them answer. New names make new plans. */
  renew(): void {
    this.#names.clear()
    this.#generation++
  }

  /** Undefined for all others: of searches alone there are more kinds than a connection should remember. */
  #of(query: CompiledQuery): string | undefined {
    if (!isPrepared(query)) return undefined
    const known = this.#names.get(query.sql)
    if (known) return known
    const name = `shop_${hash('sha256', query.sql, 'base64url').slice(0, 22)}_${this.#generation}`
    this.#names.set(query.sql, name)
    return name
  }
}

function answerOf<R>({ rows, rowCount }: pg.QueryResult): QueryResult<R> {
  return { rows: rows ?? [], ...(rowCount !== null && { numAffectedRows: BigInt(rowCount) }) }
}

/** Single reads, on whichever connection is free. */
class PooledReads implements Connection {
  readonly #pool: PostgresPool
  readonly #names: StatementNames

  constructor(pool: PostgresPool, names: StatementNames) {
    this.#pool = pool
    this.#names = names
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const question = (isShared: boolean) => this.#names.questionOf(query, isShared)
    try {
      return answerOf(await this.#pool.query(question))
    } catch (error) {
      if (!isOutdatedPlan(error)) throw error
      this.#names.renew()
      return answerOf(await this.#pool.query(question))
    }
  }
}

class PostgresTransaction extends OpenTransaction {
  readonly #client: pg.PoolClient
  readonly #judge: Judge
  readonly #isShared: boolean
  readonly #names: StatementNames
  readonly #patience: { query_timeout?: number }
  /** Its server cannot be reached or cannot be written to: nothing more is asked of it, not even to roll back. */
  #isUseless = false

  constructor({ client, judge, isShared }: Lent, names: StatementNames, patient: boolean) {
    super(grammar)
    this.#names = names
    this.#client = client
    this.#judge = judge
    this.#isShared = isShared
    this.#patience = patient ? { query_timeout: endlessMs } : {}
  }

  protected async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const question = this.#names.questionOf(query, this.#isShared)
      return answerOf(await this.#client.query({ ...question, ...this.#patience }))
    } catch (error) {
      if (isOutdatedPlan(error)) this.#names.renew()
      const judged = this.#judge(error)
      this.#isUseless ||= judged instanceof LostConnection || isReadOnly(judged)
      throw judged
    }
  }

  protected async finish(): Promise<void> {
    const { command } = await this.#end('commit')
    // What a failed statement leaves behind can only be undone, and PostgreSQL says no more than this.
    if (command !== 'COMMIT')
      throw new Error('The transaction was undone because a statement in it had failed')
  }

  protected async undo(): Promise<void> {
    if (this.#isUseless) return this.#client.release(true)
    // Whatever went wrong before is what the caller wants to hear of.
    await this.#end('rollback').catch(() => undefined)
  }

  /** A connection that cannot even end a transaction is not used again. */
  async #end(how: 'commit' | 'rollback'): Promise<pg.QueryResult> {
    try {
      const result = await this.#client.query({ text: how, ...this.#patience })
      this.#client.release()
      return result
    } catch (error) {
      this.#client.release(true)
      throw this.#judge(error)
    }
  }
}
