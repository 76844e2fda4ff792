import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { Database } from '../../src/server/db/engine/database.ts'
import { openSqlite, type SqliteEngine } from '../../src/server/db/engine/sqlite.ts'

/** An SQLite file with one table, for tests of the group commit. */
export class NotesDatabase {
  readonly file: string
  readonly #folder: string
  engine: SqliteEngine
  db: Database

  private constructor(folder: string) {
    this.#folder = folder
    this.file = join(folder, 'notes.db')
    this.engine = openSqlite(this.file)
    this.db = new Database(this.engine)
  }

  static async open(): Promise<NotesDatabase> {
    const notes = new NotesDatabase(await mkdtemp(join(tmpdir(), 'tuckshop-notes-')))
    await notes.db.write(tx =>
      sql`create table notes (id integer primary key, text text not null) strict`.execute(tx),
    )
    Object.assign(notes.engine.stats, { transactions: 0, commits: 0 })
    return notes
  }

  /** Opens the closed file again. */
  reopen(busyTimeoutMs?: number): void {
    this.engine = openSqlite(this.file, busyTimeoutMs)
    this.db = new Database(this.engine)
  }

  async write(id: number): Promise<void> {
    await this.db.write(tx => sql`insert into notes values (${id}, ${`note ${id}`})`.execute(tx))
  }

  /** The ids that another connection sees. */
  committed(): number[] {
    const fresh = new DatabaseSync(this.file, { readOnly: true })
    const rows = fresh.prepare('select id from notes order by id').all()
    fresh.close()
    return rows.map(row => Number(row.id))
  }

  async end(): Promise<void> {
    await this.db.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
