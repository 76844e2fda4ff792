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
  'items_words_due',
  'outbox_due',
  'payments_live',
  'payments_open',
  'refunds_open',
  'users_admins',
  'users_unclosed',
])

/** A full-text index that is asked for words, and the list of spellings that a statement brings along. */
const askedForWords = /^SCAN (item_search (EXISTS )?VIRTUAL TABLE INDEX \d+:\S*M|json_each )/

/** These do not grow with the shop: its versions, what it is, its four periods, accidents, and the engines' own lists of tables. */
const fixed =
  /^(migrations|shop_mode|shop_identity|recent_sales_starts|stray_payments|sqlite_master|p|pg_\w+)$/

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
    const definitions = db.prepare(`select name, sql from sqlite_master where type = 'index'`).all()
    const indexes = new Map(definitions.map(({ name, sql }) => [String(name), String(sql)]))
    return statements.flatMap(({ text }) => {
      const details = db
        .prepare(`explain query plan ${text}`)
        .all()
        .map(row => String(row.detail))
      return details
        .filter(
          detail =>
            readsAll(detail, details, text) ||
            sortsRange(detail, details) ||
            skipsOthers(detail, text, indexes),
        )
        .map(detail => `${detail}: ${text}`)
    })
  } finally {
    db.close()
  }
}

/**
 * Where a row is added to a table that has triggers, SQLite's plan looks for rows that were waiting for it. That part
 * runs only while a foreign key is violated.
 */
const isForeignKeyCheck = (detail: string, text: string): boolean =>
  /^SCAN \w+$/.test(detail) && /^insert into "(items|users)" \([^)]+\) values /.test(text)

function readsAll(detail: string, details: readonly string[], text: string): boolean {
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
  const isDerived = details.some(line => new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${table}$`).test(line))
  const isConstant = /CONSTANT ROW|VALUES CLAUSE/.test(detail)
  if (
    !table ||
    askedForWords.test(detail) ||
    isForeignKeyCheck(detail, text) ||
    fixed.test(table) ||
    isDerived ||
    isConstant ||
    (index && inHand.has(index))
  )
    return false
  const asked = newestIn.exec(text)?.[1] ?? text
  const isPage =
    index !== undefined && / limit [?1]/.test(asked) && !isSorted(details) && !/ = \?/.test(asked)
  return !isPage
}

/** What is looked for among some of the newest rows is not looked for among all. */
const newestIn = /\((select .+ limit \?)\) as "?newest\b/

const isSorted = (details: readonly string[]): boolean =>
  details.some(line => line.startsWith('USE TEMP B-TREE FOR ORDER BY'))

/** A range of an index that is sorted anew is read to its end. */
const sortsRange = (detail: string, details: readonly string[]): boolean =>
  /^SEARCH \w+ USING [^(]+\(\w+[<>]/.test(detail) && isSorted(details)

/** What seldom has happened is found by an index of it alone; along any other one nearly all is passed over. */
function skipsOthers(detail: string, text: string, indexes: ReadonlyMap<string, string>): boolean {
  const [, index = '', first = ''] =
    /^S\w+ \w+ USING (?:COVERING )?INDEX (\w+)(?: \((\w+.))?/.exec(detail) ?? []
  if (!index || first.endsWith('=')) return false
  const rare = [...text.matchAll(/"(\w+_at)" is not null/g)].map(([, column]) => column)
  return rare.length > 0 && !rare.some(column => indexes.get(index)?.includes(`${column} is not null`))
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
    const leading = await leadingColumns(client)
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (format json) ${text}`, values)
      const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
      found.push(...nodeReads(Plan, {}, leading).map(line => `${line}: ${text}`))
    }
    return found
  } finally {
    await client.end()
  }
}

/** The first column of each index: by any other one it is read from its beginning to its end. */
async function leadingColumns(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; first: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first from pg_index`,
  )
  return new Map(rows.map(({ name, first }) => [name, first]))
}

/** Nodes that take all of what is below them before they give anything. */
const takesAll = /^(Sort|Aggregate|Hash|Materialize|Memoize|WindowAgg|SetOp|Unique|Bitmap Heap Scan)$/

/** What is above a node: a page takes no more than it shows, what is sorted is taken to its end. */
interface Above {
  isPage?: boolean
  isSorted?: boolean
}

function nodeReads(node: PlanNode, above: Above, leading: ReadonlyMap<string, string>): string[] {
  const kind = node['Node Type']
  const isPage = kind === 'Limit' || (above.isPage === true && !takesAll.test(kind))
  const isSorted = kind === 'Sort' || (above.isSorted === true && kind !== 'Limit')
  const deeper = (node.Plans ?? []).flatMap(child => nodeReads(child, { isPage, isSorted }, leading))
  if (!/^(Seq Scan|(Bitmap )?Index( Only)? Scan)$/.test(kind) || !isTooMuch(node, above, leading))
    return deeper
  return [`${kind} on ${node['Relation Name'] ?? node['Index Name']}`, ...deeper]
}

function isTooMuch(
  node: PlanNode,
  { isPage, isSorted }: Above,
  leading: ReadonlyMap<string, string>,
): boolean {
  const { 'Index Name': index = '', 'Index Cond': condition = '', Filter: filter = '' } = node
  if (fixed.test(node['Relation Name'] ?? '') || inHand.has(index)) return false
  const first = leading.get(index)
  const asked = new RegExp(`\\(*(${first})\\)* (=|<|>|@@)`).exec(condition)?.[2]
  // What seldom has happened is passed over nearly always, except by an index of it alone.
  if (asked) return asked !== '=' && (isSorted === true || / IS NOT NULL/.test(filter))
  const looksFor = / = ('|\$|\d)| IS NOT NULL/.test(filter)
  return !index || !isPage || looksFor
}
