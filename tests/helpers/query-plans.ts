import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { addSearchFunctions } from '../../src/server/db/search-functions.ts'
import type { TestPlace } from './databases.ts'
import type { RecordedSql } from './recorded-sql.ts'

/** These hold only what is still to be done, however large the shop is: reading one of them whole is fine. */
const inHand = new Set([
  'bookings_held',
  'bookings_holds',
  'bookings_unsent_of',
  'outbox_due',
  'payments_live',
  'payments_open',
  'refunds_open',
  'users_admins',
  'users_unclosed',
])

/** A full-text index that is asked for words, and the list of spellings that a statement brings along. */
const asked = /^SCAN (item_search (EXISTS )?VIRTUAL TABLE INDEX \d+:\S*M|json_each )/

/** These do not grow with the shop: its versions, what it is, accidents, and the engines' own lists of tables. */
const fixed = /^(migrations|shop_mode|shop_identity|stray_payments|sqlite_master|p|pg_\w+)$/

/**
 * The statements that read a whole table, or may: told with how. A page read along an index in its order ends after
 * as many rows as it shows, unless it looks for something that the index does not lead to.
 */
export const wholeReads = (
  { environment: { DATABASE_URL, DATA_DIR } }: TestPlace,
  statements: readonly RecordedSql[],
): Promise<string[]> =>
  DATABASE_URL ? postgresReads(DATABASE_URL, statements) : sqliteReads(DATA_DIR, statements)

async function sqliteReads(folder: string, statements: readonly RecordedSql[]): Promise<string[]> {
  const db = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true })
  addSearchFunctions(db)
  try {
    return statements.flatMap(({ text }) => {
      const details = db
        .prepare(`explain query plan ${text}`)
        .all()
        .map(row => String(row.detail))
      return details.filter(detail => readsAll(detail, details, text)).map(detail => `${detail}: ${text}`)
    })
  } finally {
    db.close()
  }
}

/**
 * Where a row is added to a table that has triggers, SQLite's plan looks for orders that were waiting for it. That part
 * runs only while a foreign key is violated.
 */
const isForeignKeyCheck = (detail: string, text: string): boolean =>
  detail === 'SCAN bookings' && text.startsWith('insert into "items"')

function readsAll(detail: string, details: readonly string[], text: string): boolean {
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
  const isDerived = details.some(line => new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${table}$`).test(line))
  const isConstant = /CONSTANT ROW|VALUES CLAUSE/.test(detail)
  if (
    !table ||
    asked.test(detail) ||
    isForeignKeyCheck(detail, text) ||
    fixed.test(table) ||
    isDerived ||
    isConstant ||
    (index && inHand.has(index))
  )
    return false
  const isSorted = details.some(line => line.startsWith('USE TEMP B-TREE FOR ORDER BY'))
  const isPage = index !== undefined && / limit \?/.test(text) && !isSorted && !/ = \?/.test(text)
  return !isPage
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** Small tables are read whole, for a join too, because that is cheaper; what is left without that choice has no index. */
async function postgresReads(url: string, statements: readonly RecordedSql[]): Promise<string[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    for (const choice of ['seqscan', 'hashjoin', 'mergejoin'])
      await client.query(`set enable_${choice} = off`)
    const found: string[] = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (format json) ${text}`, values)
      const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
      found.push(...nodeReads(Plan, false).map(line => `${line}: ${text}`))
    }
    return found
  } finally {
    await client.end()
  }
}

/** Nodes that take all of what is below them before they give anything. */
const takesAll = /^(Sort|Aggregate|Hash|Materialize|Memoize|WindowAgg|SetOp|Unique|Bitmap Heap Scan)$/

function nodeReads(node: PlanNode, isPage: boolean): string[] {
  const kind = node['Node Type']
  const below = kind === 'Limit' || (isPage && !takesAll.test(kind))
  const deeper = (node.Plans ?? []).flatMap(child => nodeReads(child, below))
  const index = node['Index Name']
  if (!/^(Seq Scan|(Bitmap )?Index( Only)? Scan)$/.test(kind) || node['Index Cond']) return deeper
  if (fixed.test(node['Relation Name'] ?? '') || (index && inHand.has(index))) return deeper
  const looksFor = / = ('|\$|\d)/.test(node.Filter ?? '')
  if (index && isPage && !looksFor) return deeper
  return [`${kind} on ${node['Relation Name'] ?? index}`, ...deeper]
}
