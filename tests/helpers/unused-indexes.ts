import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'
import { type PlanNode, plansOf } from './query-plans.ts'
import type { RecordedSql } from './recorded-sql.ts'

/** Used by a cascading delete from the audit log, which no plan shows. */
const forCascades = new Set(['audit_subjects_by_row'])

/** Indexes that none of the statements uses. Unique indexes are skipped, because they prevent wrong rows. */
export const unusedIndexes = async (
  { environment: { DATABASE_URL, DATA_DIR } }: TestDatabase,
  statements: readonly RecordedSql[],
): Promise<string[]> =>
  DATABASE_URL ? unusedInPostgres(DATABASE_URL, statements) : unusedInSqlite(DATA_DIR, statements)

function unusedInSqlite(folder: string, statements: readonly RecordedSql[]): string[] {
  const db = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true })
  try {
    const names = db.prepare(`select name from sqlite_master where sql like 'create index%'`).all()
    const plans = statements.flatMap(({ text }) => db.prepare(`explain query plan ${text}`).all())
    const used = new Set(plans.map(({ detail }) => / INDEX (\w+)/.exec(String(detail))?.[1]))
    return names.map(({ name }) => String(name)).filter(name => !used.has(name) && !forCascades.has(name))
  } finally {
    db.close()
  }
}

async function unusedInPostgres(url: string, statements: readonly RecordedSql[]): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select indexname as name from pg_indexes where schemaname = current_schema() and indexdef like 'CREATE INDEX%'`,
    )
    const used = new Set<string | undefined>()
    const note = (node: PlanNode) => {
      used.add(node['Index Name'])
      node.Plans?.forEach(note)
    }
    for (const plan of await plansOf(client, statements)) note(plan.node)
    return rows.map(({ name }) => name).filter(name => !used.has(name) && !forCascades.has(name))
  } finally {
    await client.end()
  }
}
