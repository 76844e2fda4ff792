import type { DatabaseSync, Session, StatementSync } from 'node:sqlite'

/** A larger transaction is not recorded: a new copy of the database is cheaper. */
const maxBytes = 64 * 1024 * 1024

/**
 * Records the changes of each commit in the same commit, while a continuous backup is on. SQLite's session extension
 * finds the changed rows. A change of the schema is recorded as a row without a changeset.
 */
export class ChangeLog {
  readonly #connection: DatabaseSync
  readonly #now: () => number
  readonly #schemaVersion: StatementSync
  readonly #dataVersion: StatementSync
  #statements: { isOn: StatementSync; insert: StatementSync; last: StatementSync } | undefined
  #schema = -1
  #session: Session | undefined
  /** The last number in the log when the transaction began. */
  #before = 0
  /** How many rows the transaction adds to the log, including gaps. */
  #added = 0
  /** How many rows this process has committed. */
  #committed = 0
  #lastCheck: { version: number; n: number; committed: number } | undefined

  constructor(connection: DatabaseSync, now: () => number) {
    this.#connection = connection
    this.#now = now
    this.#schemaVersion = connection.prepare('PRAGMA schema_version')
    this.#dataVersion = connection.prepare('PRAGMA data_version')
  }

  /** Called after BEGIN. */
  begin(): void {
    this.abandon()
    if (!this.#known()?.isOn.get()) return
    this.#session = this.#connection.createSession()
    this.#before = this.#last()
  }

  /** Called before COMMIT. */
  write(): void {
    if (!this.#session) return
    const changes = this.#changesOf(this.#session)
    this.#close()
    if (changes?.length !== 0) this.#statements?.insert.run(this.#now(), changes ?? null)
    this.#added = this.#last() - this.#before
  }

  committed(): void {
    this.#committed += this.#added
    this.#added = 0
  }

  /** Called after a rollback. */
  abandon(): void {
    this.#added = 0
    this.#close()
  }

  /**
   * Whether the database has commits since the last check that are not in the log: from a program that does not record
   * changes, such as the sqlite3 shell, or from VACUUM. SQLite reports that others have committed, but not how often.
   * So such a commit goes unnoticed if a command of the shop has also recorded one since the last check.
   */
  hasMissed(): boolean {
    const last = this.#lastCheck
    const check = {
      version: Number(this.#dataVersion.get()?.data_version),
      n: this.#last(),
      committed: this.#committed,
    }
    this.#lastCheck = check
    if (!last || check.version === last.version) return false
    return check.n - last.n === check.committed - last.committed
  }

  #last(): number {
    return Number(this.#known()?.last.get()?.n ?? 0)
  }

  #known() {
    const schema = Number(this.#schemaVersion.get()?.schema_version)
    if (schema === this.#schema) return this.#statements
    this.#schema = schema
    const table = this.#connection.prepare('PRAGMA table_info(backup_targets)').get()
    this.#statements &&= table && this.#statements
    this.#statements ??= table && {
      isOn: this.#connection.prepare('select 1 from backup_targets limit 1'),
      insert: this.#connection.prepare(
        'insert into change_log (n, at, changeset) select coalesce(max(n), 0) + 1, ?, ? from change_log',
      ),
      last: this.#connection.prepare('select max(n) as n from change_log'),
    }
    return this.#statements
  }

  /** Undefined after a schema change, or if there are too many changes. */
  #changesOf(session: Session): Uint8Array | undefined {
    if (Number(this.#schemaVersion.get()?.schema_version) !== this.#schema) return undefined
    const changes = session.changeset()
    return changes.length > maxBytes ? undefined : changes
  }

  #close(): void {
    this.#session?.close()
    this.#session = undefined
  }
}
