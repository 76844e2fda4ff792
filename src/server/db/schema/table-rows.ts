import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine/connection.ts'
import type { Reading, Tables, Writing } from './tables.ts'

/** What earlier versions derived from other tables. */
const formerTables = [
  'profile_words',
  'name_words',
  'item_pictures',
  'recent_sales',
  'recent_sales_starts',
  'scarce_items',
  'items_in_stock',
]

const otherTables = [
  'migrations',
  'trial_writes',
  'item_search',
  'order_search',
  'item_texts',
  'change_log',
  'backup_targets',
] as const

/**
 * What a shop consists of; which migrations made its tables is told elsewhere, trials mean nothing, the change log is for
 * the continuous backup alone, and the rest is made from the items and orders by the shop once it runs.
 */
export type DataTable = Exclude<keyof Tables, (typeof otherTables)[number]> | FormerTable

/** What it consisted of in earlier versions: a backup from then is told from one that holds something strange. */
type FormerTable = 'item_words' | 'sales'

export type Row = Readonly<Record<string, string | number | null>>

/** Every table with its primary key, each after those that it refers to. */
const keys: Readonly<Record<DataTable, readonly string[]>> = {
  users: ['id'],
  sessions: ['token_hash'],
  proofs: ['proof_hash'],
  mailed_links: ['secret_hash'],
  attempts: ['name'],
  profiles: ['user_id'],
  items: ['id'],
  stock_changes: ['id'],
  item_imports: ['id'],
  item_words: ['word', 'item_id'],
  bookings: ['id'],
  order_events: ['booking_id', 'n'],
  sales: ['minutes', 'since'],
  reviews: ['id'],
  stock_alerts: ['item_id', 'user_id'],
  payments: ['id'],
  payment_orders: ['payment_id', 'booking_id'],
  refunds: ['id'],
  invoices: ['series', 'number'],
  invoice_series: ['series'],
  number_gaps: ['series', 'first_number'],
  disputes: ['id'],
  dispute_orders: ['dispute_id', 'booking_id'],
  stray_payments: ['intent_id'],
  shop_identity: ['id'],
  unsubscribe_key: ['id'],
  picture_folders: ['id'],
  card_events: ['id'],
  outbox: ['id'],
  linked_accounts: ['provider', 'subject'],
  sign_in_flows: ['state_hash'],
  passkeys: ['id'],
  passkey_challenges: ['challenge_hash'],
  challenge_key: ['id'],
  totp_secrets: ['user_id'],
  recovery_codes: ['code_hash'],
  shop_mode: ['id'],
  audit_log: ['id'],
  audit_subjects: ['subject', 'n'],
  audit_chain: ['id'],
  erasures: ['user_id'],
}

export const dataTables = Object.keys(keys) as DataTable[]

const atOnce = 500

const names = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map(column => sql.ref(column)))

/** The tables that are there, which in a database of an earlier version are fewer, with their columns. */
export async function columnsOf(db: Reading): Promise<Map<DataTable, string[]>> {
  const present = await tablesOf(db)
  return new Map(dataTables.flatMap(table => [[table, present.get(table)] as const]).filter(isPresent))
}

export async function hasTable(db: Reading, name: keyof Tables): Promise<boolean> {
  const found = isPostgres(db)
    ? sql`select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = ${name}`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
  return (await found.execute(db)).rows.length > 0
}

/**
 * Read from the catalogue as it was at one moment. Kysely's own introspection calls functions that look at it as it
 * is now, and fails while another process is migrating.
 */
async function tablesOf(db: Reading): Promise<Map<string, string[]>> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns).execute(db)
  const columns = Map.groupBy(rows, ({ table }) => table)
  return new Map([...columns].map(([table, its]) => [table, its.map(({ column }) => column).sort()]))
}

interface FoundColumn {
  table: string
  column: string
}

const postgresColumns = sql<FoundColumn>`select relname as "table", attname as "column"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`

const sqliteColumns = sql<FoundColumn>`select sqlite_master.name as "table", p.name as "column"
  from sqlite_master, pragma_table_info(sqlite_master.name) as p where sqlite_master.type = 'table'`

const isPresent = (entry: readonly [DataTable, string[] | undefined]): entry is [DataTable, string[]] =>
  entry[1] !== undefined

/** All rows of a table in pages, in the order of its key. */
export async function* pagesOf(
  db: Reading,
  table: DataTable,
  columns: readonly string[],
): AsyncGenerator<Row[]> {
  const key = keys[table]
  let last: Row | undefined
  for (;;) {
    const from = last
    const after = from ? sql`where (${names(key)}) > (${sql.join(key.map(column => from[column]))})` : sql``
    const { rows } = await sql<Row>`select ${names(columns)} from ${sql.table(table)} ${after}
      order by ${names(key)} limit ${sql.lit(atOnce)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) return
    last = rows.at(-1)
  }
}

export async function insertRows(tx: Writing, table: DataTable, rows: readonly Row[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first).sort()
  const values = rows.map(row => sql`(${sql.join(columns.map(column => row[column] ?? null))})`)
  await sql`insert into ${sql.table(table)} (${names(columns)}) values ${sql.join(values)}`.execute(tx)
}

/** After rows have come with numbers of their own: the next one that PostgreSQL gives is higher. SQLite looks by itself. */
export async function continueNumbers(tx: Writing): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`select setval(pg_get_serial_sequence('bookings', 'number'), max(number)) from bookings
    having max(number) is not null`.execute(tx)
}

/** Whether anything at all is kept here. */
export async function isEmpty(db: Reading): Promise<boolean> {
  for (const table of (await columnsOf(db)).keys()) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

export async function dropTables(tx: Writing): Promise<void> {
  for (const table of [...formerTables, ...otherTables, ...dataTables.toReversed()])
    await sql`drop table if exists ${sql.table(table)}`.execute(tx)
}
