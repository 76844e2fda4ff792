import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'

export interface RecordedSql {
  text: string
  /** Empty on SQLite, which prepares a statement once for all values. */
  values: unknown[]
}

/** Every different statement that reaches this database during the work. */
export async function recordSql(
  { environment: { DATABASE_URL, DATA_DIR } }: TestDatabase,
  work: () => Promise<void>,
): Promise<RecordedSql[]> {
  const statements = new Map<string, RecordedSql>()
  const record = (text: string, values: unknown[]) => {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return
    if (!statements.has(text)) statements.set(text, { text, values })
  }
  const restore = DATABASE_URL ? watchPostgres(record) : watchSqlite(DATA_DIR, record)
  await work().finally(restore)
  return [...statements.values()]
}

type RecordStatement = (text: string, values: unknown[]) => void

/** Ignores the sandbox, which has its own database in the same process. */
function watchSqlite(folder: string, record: RecordStatement): () => void {
  const original = DatabaseSync.prototype.prepare
  DatabaseSync.prototype.prepare = function (text, ...others) {
    if (this.location()?.startsWith(folder)) record(text, [])
    return original.call(this, text, ...others)
  }
  return () => {
    DatabaseSync.prototype.prepare = original
  }
}

const isQuery = (query: unknown): query is RecordedSql =>
  typeof query === 'object' && query !== null && 'text' in query && 'values' in query

function watchPostgres(record: RecordStatement): () => void {
  const original = pg.Client.prototype.query as (...given: unknown[]) => unknown
  Reflect.set(pg.Client.prototype, 'query', function (this: unknown, ...given: unknown[]) {
    const [query] = given
    if (isQuery(query)) record(query.text, query.values)
    return original.apply(this, given)
  })
  return () => void Reflect.set(pg.Client.prototype, 'query', original)
}
