import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine/connection.ts'
import type { Reading, Tables, Writing } from './tables.ts'

/** Tables of earlier versions whose rows were derived from other tables. */
const formerDerivedTables = [
  'profile_words',
  'name_words',
  'item_pictures',
  'recent_sales',
  'recent_sales_starts',
  'scarce_items',
  'items_in_stock',
]

/** Not in a backup: derived from other tables, or only about this database. */
const otherTables = [
  'migrations',
  'trial_writes',
  'write_probes',
  'item_search',
  'order_search',
  'item_texts',
  'change_log',
  'backup_targets',
] as const

export type DataTable = Exclude<keyof Tables, (typeof otherTables)[number]> | FormerTable

/** Tables of earlier versions, whose backups can be restored. */
export type FormerTable = 'item_words' | 'sales' | 'bookings' | 'attempts' | 'stray_payments'

export type Row = Readonly<Record<string, string | number | null>>

/** Every table of a backup, each after those that it references; a former name beside the present one. */
const isData: Readonly<Record<DataTable, true>> = {
  users: true,
  sessions: true,
  proofs: true,
  mailed_links: true,
  attempts: true,
  rate_counters: true,
  profiles: true,
  items: true,
  stock_changes: true,
  item_imports: true,
  item_words: true,
  bookings: true,
  orders: true,
  order_events: true,
  sales: true,
  reviews: true,
  stock_alerts: true,
  payments: true,
  payment_orders: true,
  refunds: true,
  invoices: true,
  invoice_series: true,
  number_gaps: true,
  disputes: true,
  dispute_orders: true,
  stray_payments: true,
  unmatched_payments: true,
  shop_identity: true,
  unsubscribe_key: true,
  picture_folders: true,
  card_events: true,
  outbox: true,
  linked_accounts: true,
  sign_in_flows: true,
  passkeys: true,
  passkey_challenges: true,
  challenge_key: true,
  totp_secrets: true,
  recovery_codes: true,
  shop_mode: true,
  audit_log: true,
  audit_subjects: true,
  audit_chain: true,
  erasures: true,
}

export const dataTables = Object.keys(isData) as DataTable[]

const pageSize = 500

const names = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map(column => sql.ref(column)))

/** A table of this database: its sorted columns, and its key as declared. */
interface FoundTable {
  table: DataTable
  columns: readonly string[]
  key: readonly string[]
}

/** The tables of this database: an earlier version has fewer, and other names. */
export async function tablesOf(db: Reading): Promise<FoundTable[]> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns).execute(db)
  const found = Map.groupBy(rows, ({ table }) => table)
  return dataTables.flatMap(table => {
    const columns = found.get(table)
    if (!columns) return []
    const key = columns.filter(({ keyPart }) => keyPart > 0).sort((a, b) => a.keyPart - b.keyPart)
    return {
      table,
      columns: columns.map(({ column }) => column).sort(),
      key: key.map(({ column }) => column),
    }
  })
}

export async function hasTable(db: Reading, name: keyof Tables): Promise<boolean> {
  const found = isPostgres(db)
    ? sql`select from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = ${name}`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
  return (await found.execute(db)).rows.length > 0
}

interface FoundColumn {
  table: string
  column: string
  /** Its position in the primary key, from 1; 0 outside of the key. */
  keyPart: number
}

/** Kysely's own introspection does not read one snapshot of the catalogue, and fails while another process migrates. */
const postgresColumns = sql<FoundColumn>`select relname as "table", attname as "column",
    coalesce(array_position(indkey::int2[], attnum) + 1, 0) as "keyPart"
  from pg_attribute join pg_class on pg_class.oid = attrelid
  left join pg_index on indrelid = attrelid and indisprimary
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`

const sqliteColumns = sql<FoundColumn>`select sqlite_master.name as "table", p.name as "column", p.pk as "keyPart"
  from sqlite_master, pragma_table_info(sqlite_master.name) as p where sqlite_master.type = 'table'`

/** All rows of a table in pages, ordered by its key. */
export async function* pagesOf(db: Reading, { table, columns, key }: FoundTable): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const from = last
    const after = from ? sql`where (${names(key)}) > (${sql.join(key.map(column => from[column]))})` : sql``
    const { rows } = await sql<Row>`select ${names(columns)} from ${sql.table(table)} ${after}
      order by ${names(key)} limit ${sql.lit(pageSize)}`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < pageSize) return
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

/** Whether no table has a row. */
export async function isEmpty(db: Reading): Promise<boolean> {
  for (const { table } of await tablesOf(db)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db)
    if (rows.length > 0) return false
  }
  return true
}

export async function dropTables(tx: Writing): Promise<void> {
  for (const table of [...formerDerivedTables, ...otherTables, ...dataTables.toReversed()])
    await sql`drop table if exists ${sql.table(table)}`.execute(tx)
}
