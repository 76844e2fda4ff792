import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'

/** Persistent storage of the sandbox: JSON by kind and id. */
export class Documents {
  readonly #database: DatabaseSync
  readonly #get: StatementSync
  readonly #put: StatementSync
  readonly #remove: StatementSync
  readonly #list: StatementSync

  constructor(file: string) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    // The file contains emails with sign-in codes. SQLite gives its WAL file the same mode.
    chmodSync(dirname(file), 0o700)
    closeSync(openSync(file, 'a', 0o600))
    for (const ending of ['', '-wal', '-shm']) if (existsSync(file + ending)) chmodSync(file + ending, 0o600)
    this.#database = new DatabaseSync(file, { timeout: 5000 })
    // Does not wait for the disk, because a sandbox may lose data in a power cut.
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS documents (
        sequence INTEGER PRIMARY KEY,
        kind TEXT NOT NULL,
        id TEXT NOT NULL,
        json TEXT NOT NULL,
        UNIQUE (kind, id)
      ) STRICT;
    `)
    this.#get = this.#database.prepare('SELECT json FROM documents WHERE kind = ? AND id = ?')
    this.#put = this.#database.prepare(
      'INSERT INTO documents (kind, id, json) VALUES (?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET json = excluded.json',
    )
    this.#remove = this.#database.prepare('DELETE FROM documents WHERE kind = ? AND id = ?')
    this.#list = this.#database.prepare(
      'SELECT json FROM documents WHERE kind = ? ORDER BY sequence DESC LIMIT ?',
    )
  }

  get<T>(kind: string, id: string): T | undefined {
    const row = this.#get.get(kind, id)
    return row && (JSON.parse(String(row.json)) as T)
  }

  put(kind: string, id: string, value: unknown): void {
    this.#put.run(kind, id, JSON.stringify(value))
  }

  remove(kind: string, id: string): void {
    this.#remove.run(kind, id)
  }

  /** Newest first. */
  list<T>(kind: string, limit = 100): T[] {
    return this.#list.all(kind, limit).map(row => JSON.parse(String(row.json)) as T)
  }

  close(): void {
    this.#database.close()
  }
}
