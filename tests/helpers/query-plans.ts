import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { TestDatabase } from './databases.ts'
import type { RecordedSql } from './recorded-sql.ts'

/** Partial indexes of pending work. They stay small in a large shop, so scanning one is fine. */
const pendingWork = new Set([
  'orders_held',
  'orders_holds',
  'orders_text_due',
  'users_text_due',
  'orders_unsent_of',
  'items_words_due',
  'outbox_due',
  'payment_orders_open',
  'payments_open',
  'refunds_open',
  'users_admins',
  'users_unclosed',
])

/** Virtual tables that SQLite always scans: a full-text search, a lookup of a row or of the last row (192), and a JSON list. */
const virtualTable =
  /^SCAN ((item|order)_search (EXISTS )?VIRTUAL TABLE INDEX (\d+:(\S*M|=)|192:$)|json_each )/

/** Tables that do not grow with the shop. */
const fixedSize =
  /^(migrations|shop_mode|shop_identity|challenge_key|unmatched_payments|backup_targets|sqlite_master|p|pg_\w+)$/

/** The insights sum up a whole period and read all items on purpose (docs/decisions/016). */
const insights = /with best as|payments\.voucher as code|as "soldInWeek"|as losses|sum\("tax_minor"\)/

/**
 * The statements that read a whole table or may do so, each with the line of its plan. A page that is read in the order of an
 * index stops after its last row, unless it filters by something that is not in the index.
 */
export const fullScans = (
  { environment: { DATABASE_URL, DATA_DIR } }: TestDatabase,
  recorded: readonly RecordedSql[],
): Promise<string[]> => {
  const statements = recorded.filter(({ text }) => !insights.test(text))
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
            skipsMostRows(line.detail, text, indexes),
        )
        .map(({ detail }) => `${detail}: ${text}`)
    })
  } finally {
    db.close()
  }
}

/**
 * The plan of an insert into a table with triggers contains a scan for rows with a violated foreign key. SQLite runs it only
 * while there are such rows.
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
    virtualTable.test(detail) ||
    isForeignKeyCheck(detail, text) ||
    fixedSize.test(table) ||
    isDerived ||
    isConstant ||
    (index && pendingWork.has(index))
  )
    return false
  const asked = newestIn.exec(text)?.[1] ?? text
  const isPage =
    index !== undefined &&
    / limit [?1]/.test(asked) &&
    !isSortedAfterwards(line, lines, text) &&
    !/ = \?/.test(asked)
  return !isPage
}

/** A search among a limited number of the newest rows does not read all rows. */
const newestIn = /\((select .+ limit \?)\) as "?newest\b/

const isSorted = (details: readonly string[]): boolean =>
  details.some(line => line.startsWith('USE TEMP B-TREE FOR ORDER BY'))

const sortsRange = (line: PlanLine, lines: readonly PlanLine[], text: string): boolean =>
  /^SEARCH \w+ USING [^(]+\(\w+[<>]/.test(line.detail) && isSortedAfterwards(line, lines, text)

/** Sorting reads all rows of its input, unless that is limited to a page. */
function isSortedAfterwards(line: PlanLine, lines: readonly PlanLine[], text: string): boolean {
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

/** Rows with a rare event (`x_at is not null`) need a partial index; any other index skips nearly all its rows. */
function skipsMostRows(detail: string, text: string, indexes: ReadonlyMap<string, string>): boolean {
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

/** plansOf() forbids the plans that PostgreSQL prefers for small tables, so a remaining scan means that an index is missing. */
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
    // PostgreSQL also prefers bitmap scans for few rows. Text searches cannot do without them.
    await client.query(`set enable_bitmapscan = ${/@@| like /.test(text) ? 'on' : 'off'}`)
    const { rows } = await client.query(`explain (format json) ${text}`, values)
    const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
    plans.push({ node: Plan, text })
  }
  return plans
}

interface PostgresIndex {
  name: string
  /** Its first column. A condition on another column alone scans the whole index. */
  first: string
  /** Whether it is a partial index of a rare event. */
  isOfRareEvent: boolean
}

type Indexes = ReadonlyMap<string, PostgresIndex>

async function indexesOf(client: pg.Client): Promise<Indexes> {
  const { rows } = await client.query<PostgresIndex>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid, 1, true) as first,
      coalesce(pg_get_expr(indpred, indrelid) like '%IS NOT NULL%', false) as "isOfRareEvent" from pg_index`,
  )
  return new Map(rows.map(index => [index.name, index]))
}

/** Nodes that read all their input before they return a row. */
const readsAllInput = /^(Sort|Aggregate|Hash|Materialize|Memoize|WindowAgg|SetOp|Unique|Bitmap Heap Scan)$/

/** The nodes above a node: a limit reads only a page, a sort reads everything. */
interface Above {
  isPage?: boolean
  isSorted?: boolean
  /** An aggregate reads all its input, sorted or not. */
  isSum?: boolean
}

function nodeReads(node: PlanNode, above: Above, indexes: Indexes): string[] {
  const kind = node['Node Type']
  const isPage = kind === 'Limit' || (above.isPage === true && !readsAllInput.test(kind))
  const isSorted = (kind === 'Sort' && !above.isSum) || (above.isSorted === true && kind !== 'Limit')
  const below = { isPage, isSorted, isSum: kind === 'Aggregate' }
  const deeper = (node.Plans ?? []).flatMap(child => nodeReads(child, below, indexes))
  if (!/^(Seq Scan|(Bitmap )?Index( Only)? Scan)$/.test(kind) || !isTooMuch(node, above, indexes))
    return deeper
  return [`${kind} on ${node['Relation Name'] ?? node['Index Name']}`, ...deeper]
}

function isTooMuch(node: PlanNode, { isPage, isSorted }: Above, indexes: Indexes): boolean {
  const { 'Index Name': name = '', 'Index Cond': condition = '', Filter: filter = '' } = node
  if (fixedSize.test(node['Relation Name'] ?? name) || pendingWork.has(name)) return false
  const index = indexes.get(name)
  const first = index?.first.replace(/\W/g, '\\$&')
  const asked = new RegExp(`\\(*(${first})\\)* (=|<|>|@@|~~)`).exec(condition)?.[2]
  const skips = / IS NOT NULL/.test(filter) && !index?.isOfRareEvent
  if (asked) return /[<>]/.test(asked) && (isSorted === true || skips)
  return !index || !isPage || skips || / = ('|\$|\d)/.test(filter)
}
