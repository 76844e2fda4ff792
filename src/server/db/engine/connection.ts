import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  type KyselyProps,
  PostgresAdapter,
  type QueryResult,
} from 'kysely'
import type { Reading, Tables, Writing } from '../schema/tables.ts'
import { ShopTransaction } from './transaction.ts'

/** Runs a query: the embedded file, a pool of connections, or a transaction on either. */
export interface Connection {
  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>>
}

/** Rows are read in pages and never streamed. */
const withoutStreams = (connection: Connection) => ({
  executeQuery: <R>(query: CompiledQuery) => connection.executeQuery<R>(query),
  streamQuery(): never {
    throw new Error('Streaming is not part of the drivers: page through the rows instead')
  },
})

/** Passes each query straight to its connection: Kysely's own executor took longer than most queries (docs/decisions/012). */
class DirectExecutor extends DefaultQueryExecutor {
  readonly #connection: Connection

  constructor(grammar: Grammar, connection: Connection) {
    const whole = withoutStreams(connection)
    super(grammar.compiler, grammar.adapter, { provideConnection: consumer => consumer(whole) })
    this.#connection = connection
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery<R>(query)
  }
}

/** The SQL dialect of an engine, created once for all connections. */
export class Grammar {
  readonly dialect: Dialect
  readonly compiler: ReturnType<Dialect['createQueryCompiler']>
  readonly adapter: ReturnType<Dialect['createAdapter']>

  constructor(dialect: Dialect) {
    this.dialect = dialect
    this.compiler = dialect.createQueryCompiler()
    this.adapter = dialect.createAdapter()
  }

  readingFrom(connection: Connection): Reading {
    return new Kysely<Tables>(this.#props(connection))
  }

  writingTo(connection: Connection): Writing {
    return new ShopTransaction<Tables>(this.#props(connection))
  }

  #props(connection: Connection): KyselyProps {
    const { dialect } = this
    const executor = new DirectExecutor(this, connection)
    return { config: { dialect }, dialect, driver: new DummyDriver(), executor }
  }
}

/** One transaction, from its begin to its commit or rollback. */
export abstract class OpenTransaction implements Connection {
  readonly tx: Writing
  #isOver = false

  constructor(grammar: Grammar) {
    this.tx = grammar.writingTo(this)
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) return Promise.reject(new Error('This transaction is over'))
    return this.run<R>(query)
  }

  /** Resolves when everything is on disk. */
  commit(): Promise<void> {
    this.#isOver = true
    return this.finish()
  }

  rollback(): Promise<void> {
    this.#isOver = true
    return this.undo()
  }

  protected abstract run<R>(query: CompiledQuery): Promise<QueryResult<R>>
  protected abstract finish(): Promise<void>
  protected abstract undo(): Promise<void>
}

export const isPostgres = (db: Reading): boolean => db.getExecutor().adapter instanceof PostgresAdapter

/** Whether a read can lock rows. SQLite has one writer at a time, so no row needs a lock. */
export const locksRows = isPostgres
