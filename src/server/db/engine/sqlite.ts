import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import {
  type CompiledQuery,
  DummyDriver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Reading } from '../schema/tables.ts'
import { ChangeLog } from './change-log.ts'
import { type Connection, Grammar, OpenTransaction } from './connection.ts'
import type { Engine } from './database.ts'
import { GroupCommit, GroupLost } from './group-commit.ts'

export interface SqliteEngine extends Engine {
  stats: GroupCommit['stats']
}

/** How long a statement waits for another process that writes. */
const defaultBusyMs = 5000

/** The embedded database: one connection that writes, whose transactions share commits, and one that reads. */
export function openSqlite(file: string, busyTimeoutMs = defaultBusyMs, now = Date.now): SqliteEngine {
  const writing = new DatabaseSync(file, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true })
  writing.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY')
  // Deleted rows are overwritten: erased accounts must not stay in the file.
  writing.exec('PRAGMA secure_delete = ON')
  const reading = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs })
  const changeLog = new ChangeLog(writing, now)
  const groups = new GroupCommit(writing, changeLog)
  const writer = new SqliteConnection(writing)
  return {
    name: 'sqlite',
    reader: grammar.readingFrom(new SqliteConnection(reading)),
    async begin() {
      await groups.begin()
      return new SqliteTransaction(writer, groups)
    },
    stats: groups.stats,
    changeLog,
    async withForeignKeysOff(work) {
      await setForeignKeys(writing, 'OFF')
      try {
        return await work()
      } finally {
        await setForeignKeys(writing, 'ON')
      }
    },
    async close() {
      reading.close()
      if (writing.isOpen) emptyLog(writing)
      writing.close()
    },
  }
}

/** Inside a transaction SQLite silently ignores it. */
async function setForeignKeys(writing: DatabaseSync, to: 'ON' | 'OFF'): Promise<void> {
  while (writing.isTransaction) await setImmediate()
  writing.exec(`PRAGMA foreign_keys = ${to}`)
}

/** Closing does this too, but only if no other process has the file open. On a full disk the log stays. */
function emptyLog(writing: DatabaseSync): void {
  try {
    writing.exec('PRAGMA busy_timeout = 200; PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {}
}

/** All reads see the same snapshot; writers continue. */
export function openSqliteSnapshot(file: string): { reader: Reading; close(): void } {
  const reading = new DatabaseSync(file, { readOnly: true, timeout: defaultBusyMs })
  // The snapshot is taken by the first read, not by BEGIN.
  reading.exec('BEGIN; SELECT count(*) FROM sqlite_schema')
  return { reader: grammar.readingFrom(new SqliteConnection(reading)), close: () => reading.close() }
}

const grammar = new Grammar({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: db => new SqliteIntrospector(db),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

interface KnownStatement {
  statement: StatementSync
  returnsRows: boolean
}

class SqliteConnection implements Connection {
  readonly #database: DatabaseSync
  readonly #statements = new LRUCache<string, KnownStatement>({ max: 200 })

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement, returnsRows } = this.#prepare(sql)
    const values = parameters as SQLInputValue[]
    if (!returnsRows) return { rows: [], numAffectedRows: statement.run(...values).changes as bigint }
    return { rows: plainRows(statement.all(...values)) as R[] }
  }

  #prepare(sql: string): KnownStatement {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(sql)
    const fresh = { statement, returnsRows: statement.columns().length > 0 }
    // `run` returns the last row number, which in a full-text index can exceed a JavaScript number.
    if (!fresh.returnsRows) statement.setReadBigInts(true)
    this.#statements.set(sql, fresh)
    return fresh
  }
}

type Row = Record<string, unknown>

/** The driver's rows have no prototype, which makes them slow to read; copying by name is faster than spreading. */
function plainRows(rows: readonly Row[]): Row[] {
  const names = Object.keys(rows[0] ?? {})
  return rows.map(row => {
    const copy: Row = {}
    for (const name of names) copy[name] = row[name]
    return copy
  })
}

class SqliteTransaction extends OpenTransaction {
  readonly #connection: SqliteConnection
  readonly #groups: GroupCommit

  constructor(connection: SqliteConnection, groups: GroupCommit) {
    super(grammar)
    this.#connection = connection
    this.#groups = groups
  }

  protected run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    // Outside of the transaction it would be committed on its own.
    if (!this.#groups.isOpen) return Promise.reject(new GroupLost())
    return this.#connection.executeQuery(query)
  }

  protected finish(): Promise<void> {
    return this.#groups.commit()
  }

  protected async undo(): Promise<void> {
    this.#groups.rollback()
  }
}
