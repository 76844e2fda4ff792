import type { DatabaseSync, Session, StatementSync } from 'node:sqlite'

/** A transaction that changes more than this is not recorded: a new copy of everything is cheaper. */
const mostBytes = 64 * 1024 * 1024

/**
 * Records what each commit changes, in that very commit, while a continuous backup is on. SQLite's session extension
 * tells which rows changed. A change of the schema is not recorded: its row has no changeset.
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
  /** How many rows the transaction adds to the log, gaps that it notes included. */
  #added = 0
  /** How many rows this process has committed. */
  #committed = 0
  #lastLook: { version: number; n: number; committed: number } | undefined

  constructor(connection: DatabaseSync, now: () => number) {
    this.#connection = connection
    this.#now = now
    this.#schemaVersion = connection.prepare('PRAGMA schema_version')
    this.#dataVersion = connection.prepare('PRAGMA data_version')
  }

  /** Right after the transaction has begun. */
  begin(): void {
    this.abandon()
    if (!this.#known()?.isOn.get()) return
    this.#session = this.#connection.createSession()
    this.#before = this.#last()
  }

  /** Right before the commit. */
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

  /** The transaction was undone. */
  abandon(): void {
    this.#added = 0
    this.#close()
  }

  /**
   * Whether something was committed since the last look that is not in the log: by a program that does not record its
   * changes, such as the sqlite3 shell, or by VACUUM. SQLite tells that others have committed, not how often: a stranger
   * goes unnoticed where a command of the shop has recorded a commit since the last look, too.
   */
  hasMissed(): boolean {
    const last = this.#lastLook
    const look = {
      version: Number(this.#dataVersion.get()?.data_version),
      n: this.#last(),
      committed: this.#committed,
    }
    this.#lastLook = look
    if (!last || look.version === last.version) return false
    return look.n - last.n === look.committed - last.committed
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

  /** Undefined where they cannot be told, or are too many. */
  #changesOf(session: Session): Uint8Array | undefined {
    if (Number(this.#schemaVersion.get()?.schema_version) !== this.#schema) return undefined
    const changes = session.changeset()
    return changes.length > mostBytes ? undefined : changes
  }

  #close(): void {
    this.#session?.close()
    this.#session = undefined
  }
}
