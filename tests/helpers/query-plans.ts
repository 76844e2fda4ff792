import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'
import type { RecordedSql } from './recorded-sql.ts'

/** These hold only what is still to be done, however large the shop is: reading one of them whole is fine. */
const inHand = new Set([
  'bookings_held',
  'bookings_holds',
  'bookings_text_due',
  'users_text_due',
  'bookings_unsent_of',
  'items_words_due',
  'outbox_due',
  'payment_orders_open',
  'payments_open',
  'refunds_open',
  'users_admins',
  'users_unclosed',
])

/** A full-text index that is asked for words, for a row or for its last one (192), and the list that a statement brings along. */
const askedForWords =
  /^SCAN ((item|order)_search (EXISTS )?VIRTUAL TABLE INDEX (\d+:(\S*M|=)|192:$)|json_each )/

/** These do not grow with the shop: its versions, what it is, accidents, where its backup goes, and the engines' own lists of tables. */
const fixed =
  /^(migrations|shop_mode|shop_identity|challenge_key|unmatched_payments|backup_targets|sqlite_master|p|pg_\w+)$/

/** An admin's insights sum up a whole period and look through all items, on purpose (docs/decisions/016). */
const ofInsights = /with best as|as "soldInWeek"|as losses/

/**
 * The statements that read a whole table, or may: told with how. A page read along an index in its order ends after
 * as many rows as it shows, unless it looks for something that the index does not lead to.
 */
export const fullScans = (
  { environment: { DATABASE_URL, DATA_DIR } }: TestDatabase,
  recorded: readonly RecordedSql[],
): Promise<string[]> => {
  const statements = recorded.filter(({ text }) => !ofInsights.test(text))
  return DATABASE_URL ? postgresReads(DATABASE_URL, statements) : sqliteReads(DATA_DIR, statements)
}

interface PlanLine {
  id: number
  parent: number
  detail: string
}

async function sqliteReads(folder: string, statements: readonly RecordedSql[]): Promise<string[]> {
  const db = new DatabaseSync(join(folder, 'shop.db'), { readOnly: true })
  try {
    const definitions = db.prepare(`select name, sql from sqlite_master where type = 'index'`).all()
    const indexes = new Map(definitions.map(({ name, sql }) => [String(name), String(sql)]))
    return statements.flatMap(({ text }) => {
      const lines = db.prepare(`explain query plan ${text}`).all() as unknown as PlanLine[]
      return lines
        .filter(
          line =>
            readsAll(line, lines, text) ||
            sortsRange(line, lines, text) ||
            skipsOthers(line.detail, text, indexes),
        )
        .map(({ detail }) => `${detail}: ${text}`)
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

function readsAll(line: PlanLine, lines: readonly PlanLine[], text: string): boolean {
  const { detail } = line
  const [, table = '', index] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
  const isDerived = lines.some(other => new RegExp(`^(CO-ROUTINE|MATERIALIZE) ${table}$`).test(other.detail))
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
    index !== undefined &&
    / limit [?1]/.test(asked) &&
    !isSortedAnew(line, lines, text) &&
    !/ = \?/.test(asked)
  return !isPage
}

/** What is looked for among some of the newest rows is not looked for among all. */
const newestIn = /\((select .+ limit \?)\) as "?newest\b/

const isSorted = (details: readonly string[]): boolean =>
  details.some(line => line.startsWith('USE TEMP B-TREE FOR ORDER BY'))

const sortsRange = (line: PlanLine, lines: readonly PlanLine[], text: string): boolean =>
  /^SEARCH \w+ USING [^(]+\(\w+[<>]/.test(line.detail) && isSortedAnew(line, lines, text)

/** What is sorted anew is read to its end, unless it is a page of it that is sorted. */
function isSortedAnew(line: PlanLine, lines: readonly PlanLine[], text: string): boolean {
  for (let at: PlanLine | undefined = line; at; at = above(at, lines)) {
    const [, part] = /^CO-ROUTINE (\w+)$/.exec(at.detail) ?? []
    if (part && new RegExp(`\\b${part} as \\([^()]+ limit \\?\\s*\\)`).test(text)) return false
    const { parent } = at
    if (isSorted(lines.filter(other => other.parent === parent).map(({ detail }) => detail))) return true
  }
  return false
}

const above = ({ parent }: PlanLine, lines: readonly PlanLine[]): PlanLine | undefined =>
  lines.find(({ id }) => id === parent)

/** What seldom has happened is found by an index of it alone; along any other one nearly all is passed over. */
function skipsOthers(detail: string, text: string, indexes: ReadonlyMap<string, string>): boolean {
  const [, index = '', first = ''] =
    /^S\w+ \w+ USING (?:COVERING )?INDEX (\w+)(?: \((\w+.))?/.exec(detail) ?? []
  if (!index || first.endsWith('=')) return false
  const rare = [...text.matchAll(/"(\w+_at)" is not null/g)].map(([, column]) => column)
  return rare.length > 0 && !rare.some(column => indexes.get(index)?.includes(`${column} is not null`))
}

export interface PlanNode {
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
    const indexes = await indexesOf(client)
    const plans = await plansOf(client, statements)
    return plans.flatMap(({ node, text }) => nodeReads(node, {}, indexes).map(line => `${line}: ${text}`))
  } finally {
    await client.end()
  }
}

export async function plansOf(client: pg.Client, statements: readonly RecordedSql[]) {
  for (const choice of ['seqscan', 'hashjoin', 'mergejoin']) await client.query(`set enable_${choice} = off`)
  const plans: { node: PlanNode; text: string }[] = []
  for (const { text, values } of statements) {
    // A little is gathered and sorted because that is cheaper, too. Words are always gathered.
    await client.query(`set enable_bitmapscan = ${/@@| like /.test(text) ? 'on' : 'off'}`)
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
    plans.push({ node: Plan, text })
  }
  return plans
}

interface PostgresIndex {
  name: string
  /** Its first column: by any other one it is read from its beginning to its end. */
  first: string
  /** Whether it is one of what seldom has happened. */
  isOfRare: boolean
}

type Indexes = ReadonlyMap<string, PostgresIndex>

async function indexesOf(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query<PostgresIndex>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first,
      coalesce(pg_get_expr(indpred, indrelid) like '%IS NOT NULL%', false) as "isOfRare" from pg_index`,
  )
  return new Map(rows.map(index => [index.name, index]))
}

/** Nodes that take all of what is below them before they give anything. */
const takesAll = /^(Sort|Aggregate|Hash|Materialize|Memoize|WindowAgg|SetOp|Unique|Bitmap Heap Scan)$/

/** What is above a node: a page takes no more than it shows, what is sorted is taken to its end. */
interface Above {
  isPage?: boolean
  isSorted?: boolean
  /** Sums are of all of their part, sorted or not. */
  isSum?: boolean
}

function nodeReads(node: PlanNode, above: Above, indexes: Indexes): string[] {
  const kind = node['Node Type']
  const isPage = kind === 'Limit' || (above.isPage === true && !takesAll.test(kind))
  const isSorted = (kind === 'Sort' && !above.isSum) || (above.isSorted === true && kind !== 'Limit')
  const below = { isPage, isSorted, isSum: kind === 'Aggregate' }
  const deeper = (node.Plans ?? []).flatMap(child => nodeReads(child, below, indexes))
  if (!/^(Seq Scan|(Bitmap )?Index( Only)? Scan)$/.test(kind) || !isTooMuch(node, above, indexes))
    return deeper
  return [`${kind} on ${node['Relation Name'] ?? node['Index Name']}`, ...deeper]
}

function isTooMuch(node: PlanNode, { isPage, isSorted }: Above, indexes: Indexes): boolean {
  const { 'Index Name': name = '', 'Index Cond': condition = '', Filter: filter = '' } = node
  if (fixed.test(node['Relation Name'] ?? name) || inHand.has(name)) return false
  const index = indexes.get(name)
  const asked = new RegExp(`\\(*(${index?.first})\\)* (=|<|>|@@|~~)`).exec(condition)?.[2]
  // What seldom has happened is passed over nearly always, except by an index of it alone.
  const skipsOthers = / IS NOT NULL/.test(filter) && !index?.isOfRare
  if (asked) return /[<>]/.test(asked) && (isSorted === true || skipsOthers)
  return !index || !isPage || skipsOthers || / = ('|\$|\d)/.test(filter)
}
