import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'

export interface RecordedSql {
  text: string
  /** Known on PostgreSQL only: SQLite prepares a statement once for all values. */
  values: unknown[]
}

/** Every statement that reaches the database of this place while the work is done, each text once. */
export async function recordSql(
  { environment: { DATABASE_URL, DATA_DIR } }: TestDatabase,
  work: () => Promise<void>,
): Promise<RecordedSql[]> {
  const statements = new Map<string, RecordedSql>()
  const note = (text: string, values: unknown[]) => {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return
    if (!statements.has(text)) statements.set(text, { text, values })
  }
  const restore = DATABASE_URL ? watchPostgres(note) : watchSqlite(DATA_DIR, note)
  await work().finally(restore)
  return [...statements.values()]
}

type Note = (text: string, values: unknown[]) => void

/** The sandbox lives in the same process and has a database of its own. */
function watchSqlite(folder: string, note: Note): () => void {
  const original = DatabaseSync.prototype.prepare
  DatabaseSync.prototype.prepare = function (text, ...others) {
    if (this.location()?.startsWith(folder)) note(text, [])
    return original.call(this, text, ...others)
  }
  return () => {
    DatabaseSync.prototype.prepare = original
  }
}

const isQuery = (query: unknown): query is RecordedSql =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query

function watchPostgres(note: Note): () => void {
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Reflect.set(pg.Client.prototype, 'query', function (this: unknown, ...given: unknown[]) {
    const [query] = given
    if (isQuery(query)) note(query.text, query.values)
    return original.apply(this, given)
  })
  return () => void Reflect.set(pg.Client.prototype, 'query', original)
}
