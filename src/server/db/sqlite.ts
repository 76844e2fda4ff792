import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine } from './database.ts'
import { GroupCommit } from './group-commit.ts'
import type { Tables } from './tables.ts'

const busyTimeoutMs = 5000
const keptStatements = 200

export interface SqliteEngine extends Engine {
  stats: GroupCommit['stats']
}

/** The embedded database: one writer whose transactions share commits, and a reader of its own. */
export function openSqlite(file: string, shared = false): SqliteEngine {
  const writing = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  writing.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY')
  const reading = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  // With others on the file it is the group that waits: SQLite's own waiting would stop the whole process.
  if (shared) writing.exec('PRAGMA busy_timeout = 0')
  const groups = new GroupCommit(writing, shared)
  const writer = new Kysely<Tables>({
    dialect: dialect(new WriterDriver(new SqliteConnection(writing), groups)),
  })
  const reader = new Kysely<Tables>({ dialect: dialect(new ReaderDriver(new SqliteConnection(reading))) })
  return {
    name: 'sqlite',
    shared,
    reader,
    writer,
    stats: groups.stats,
    async close() {
      await Promise.all([reader.destroy(), writer.destroy()])
      groups.flush()
      reading.close()
      writing.close()
    },
  }
}

/** All reads see the database as it is now; writers go on meanwhile. */
export function openSqliteSnapshot(file: string): { reader: Kysely<Tables>; close(): void } {
  const reading = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  // The snapshot is taken by the first read, not by BEGIN.
  reading.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  const reader = new Kysely<Tables>({ dialect: dialect(new ReaderDriver(new SqliteConnection(reading))) })
  return { reader, close: () => reading.close() }
}

/** Kysely would queue transactions up to the end of their commit; here they queue in the group, up to its begin. */
class GroupedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

const dialect = (driver: Driver): Dialect => ({
  createAdapter: () => new GroupedAdapter(),
  createDriver: () => driver,
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

interface KeptStatement {
  statement: StatementSync
  returnsRows: boolean
}

class SqliteConnection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #statements = new Map<string, KeptStatement>()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (returnsRows) return { rows: statement.all(...values) as R[] }
    const { changes } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not part of the embedded driver: page through the rows instead')
  }

  #prepare(sql: string): KeptStatement {
    const kept = this.#statements.get(sql)
    if (kept) return kept
    const statement = this.#database.prepare(sql)
    const fresh = { statement, returnsRows: statement.columns().length > 0 }
    if (this.#statements.size >= keptStatements) this.#statements.clear()
    this.#statements.set(sql, fresh)
    return fresh
  }
}

/** Single reads, each of them seeing the last commit. */
class ReaderDriver implements Driver {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }

  async beginTransaction(_connection: DatabaseConnection): Promise<void> {
    throw new Error('Transactions run on the writer')
  }

  async commitTransaction(_connection: DatabaseConnection): Promise<void> {}

  async rollbackTransaction(_connection: DatabaseConnection): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

/** One transaction's hold on the writer. */
class WriterTurn implements DatabaseConnection {
  /** Its savepoint is released and the next one may be running: from here on only the group decides. */
  passedOn = false
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery(query)
  }

  streamQuery(): never {
    return this.#connection.streamQuery()
  }
}

class WriterDriver extends ReaderDriver {
  readonly #connection: SqliteConnection
  readonly #groups: GroupCommit

  constructor(connection: SqliteConnection, groups: GroupCommit) {
    super(connection)
    this.#connection = connection
    this.#groups = groups
  }

  override async acquireConnection(): Promise<WriterTurn> {
    return new WriterTurn(this.#connection)
  }

  override beginTransaction(): Promise<void> {
    return this.#groups.begin()
  }

  override commitTransaction(turn: DatabaseConnection): Promise<void> {
    const durable = this.#groups.commit()
    if (turn instanceof WriterTurn) turn.passedOn = true
    return durable
  }

  /** Kysely also asks for this when a commit has failed: by then the turn, and any savepoint, is another's. */
  override async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    if (turn instanceof WriterTurn && turn.passedOn) return
    this.#groups.rollback()
  }
}
