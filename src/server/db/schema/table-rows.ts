import { type RawBuilder, sql } from 'kysely'
import { isPostgres } from '../engine/connection.ts'
import { tableList } from './table-list.ts'
import type { Reading, Tables, Writing } from './tables.ts'

/** Tables of earlier versions, whose backups can be restored. */
const formerTables = ['item_words', 'sales', 'bookings', 'attempts', 'stray_payments'] as const

/** Tables of earlier versions that were not in backups. */
const formerLocalTables = [
  'profile_words',
  'name_words',
  'item_pictures',
  'recent_sales',
  'recent_sales_starts',
  'scarce_items',
  'items_in_stock',
  'trial_writes',
]

type TableList = typeof tableList

export type DataTable =
  | { [Table in keyof TableList]: TableList[Table] extends 'local' ? never : Table }[keyof TableList]
  | (typeof formerTables)[number]

export type Row = Readonly<Record<string, string | number | null>>

const localTables = Object.entries(tableList).flatMap(([name, table]) => (table === 'local' ? [name] : []))

/** Every table of a backup. */
export const dataTables = [
  ...Object.keys(tableList).filter(name => !localTables.includes(name)),
  ...formerTables,
] as DataTable[]

const pageSize = 500

const names = (columns: readonly string[]): RawBuilder<unknown> =>
  sql.join(columns.map(column => sql.ref(column)))

/** A table of this database: its sorted columns, and its key as declared. */
interface FoundTable {
  table: DataTable
  columns: readonly string[]
  key: readonly string[]
}

/** The tables of this database, each after those that it references. An earlier version has fewer, and other names. */
export async function tablesOf(db: Reading): Promise<FoundTable[]> {
  const { rows } = await (isPostgres(db) ? postgresColumns : sqliteColumns).execute(db)
  const found = Map.groupBy(rows, ({ table }) => table)
  const { rows: references } = await (isPostgres(db) ? postgresReferences : sqliteReferences).execute(db)
  const present = dataTables.filter(table => found.has(table))
  return parentsFirst(present, references).map(table => {
    const columns = found.get(table) ?? []
    const key = columns.filter(({ keyPart }) => keyPart > 0).sort((a, b) => a.keyPart - b.keyPart)
    return {
      table,
      columns: columns.map(({ column }) => column).sort(),
      key: key.map(({ column }) => column),
    }
  })
}

interface Reference {
  table: string
  parent: string
}

/** Each table after those that it references, and otherwise in the given order. */
function parentsFirst(tables: readonly DataTable[], references: readonly Reference[]): DataTable[] {
  const parentsOf = Map.groupBy(references, ({ table }) => table)
  const sorted = new Set<DataTable>()
  const add = (table: DataTable): void => {
    if (sorted.has(table)) return
    for (const { parent } of parentsOf.get(table) ?? []) {
      const other = tables.find(name => name === parent)
      if (other && other !== table) add(other)
    }
    sorted.add(table)
  }
  for (const table of tables) add(table)
  return [...sorted]
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

const postgresReferences = sql<Reference>`select child.relname as "table", parent.relname as parent
  from pg_constraint join pg_class as child on child.oid = conrelid join pg_class as parent on parent.oid = confrelid
  where contype = 'f' and connamespace = current_schema()::regnamespace`

const sqliteReferences = sql<Reference>`select sqlite_master.name as "table", f."table" as parent
  from sqlite_master, pragma_foreign_key_list(sqlite_master.name) as f where sqlite_master.type = 'table'`

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
  const data = (await tablesOf(tx)).map(({ table }) => table)
  for (const table of [...formerLocalTables, ...localTables, ...data.toReversed()])
    await sql`drop table if exists ${sql.table(table)}`.execute(tx)
}
