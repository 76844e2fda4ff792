// Writes the row types of the migrated schema:  node scripts/bootstrap.mjs scripts/row-types.ts
// A test says when they are out of date.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Database } from '../src/server/db/engine/database.ts'
import { openSqlite } from '../src/server/db/engine/sqlite.ts'
import { migrate } from '../src/server/db/schema/migrate.ts'
import type { Reading } from '../src/server/db/schema/tables.ts'

export const rowTypesFile = join(import.meta.dirname, '../src/server/db/schema/row-types.ts')

const head = `// Generated from the migrations: node scripts/bootstrap.mjs scripts/row-types.ts
// The comments in the migrations say what the columns mean; tables.ts adds what the schema cannot say.
import type { Generated } from 'kysely'

export interface SchemaTables {
`

interface Column {
  table: string
  definition: string
  name: string
  type: string
  isRequired: number
  hasDefault: number
}

/** Both engines have the same tables and columns, except the full-text indexes of SQLite. */
const columns = sql<Column>`select tables.name as "table", schema.sql as definition, columns.name,
    lower(columns.type) as type,
    columns."notnull" or columns.pk > 0 as "isRequired", columns.dflt_value is not null as "hasDefault"
  from pragma_table_list as tables
  join sqlite_schema as schema on schema.type = 'table' and schema.name = tables.name
  join pragma_table_info(tables.name) as columns
  where tables.type = 'table'
  order by tables.name, columns.cid`

const typeScript: Readonly<Record<string, string>> = {
  text: 'string',
  bigint: 'number',
  integer: 'number',
  blob: 'Uint8Array',
}

function typeOf({ name, type, definition, isRequired, hasDefault }: Column): string {
  const allowed = new RegExp(`check \\(${name} in \\(([^)]+)\\)\\)`).exec(definition)?.[1]
  const value = allowed?.replaceAll(', ', ' | ') ?? typeScript[type]
  if (!value) throw new Error(`No type is known for ${type}, the type of ${name}`)
  const whole = isRequired ? value : `${value} | null`
  return hasDefault ? `Generated<${whole}>` : whole
}

async function typesOf(db: Reading): Promise<string> {
  const { rows } = await columns.execute(db)
  const tables = [...Map.groupBy(rows, ({ table }) => table)].map(([table, columns]) => {
    const lines = columns.map(column => `    ${column.name}: ${typeOf(column)}\n`)
    return `  ${table}: {\n${lines.join('')}  }\n`
  })
  return `${head}${tables.join('')}}\n`
}

export async function rowTypes(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'row-types-'))
  const db = new Database(openSqlite(join(folder, 'shop.db')))
  try {
    await migrate(db)
    return await typesOf(db.read)
  } finally {
    await db.close()
    rmSync(folder, { recursive: true })
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(rowTypesFile, await rowTypes())
