import { sql } from 'kysely'
import { maxQuantity } from '#domain/stock.ts'
import { locksRows } from '../db/engine/connection.ts'
import { jsonRows } from '../db/engine/json-rows.ts'
import type {
  ItemDetailColumn,
  ItemImportRow,
  ItemRow,
  Reading,
  StockChangeRow,
  Writing,
} from '../db/schema/tables.ts'
import type { NewItemRow } from './items.ts'
import { openingOf } from './opening-stock.ts'

export function findByKey(db: Reading, userId: string, key: string): Promise<ItemImportRow | undefined> {
  return db
    .selectFrom('item_imports')
    .selectAll()
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

export async function insert(tx: Writing, row: ItemImportRow): Promise<void> {
  await tx.insertInto('item_imports').values(row).execute()
}

/** The existing items among these ids, including removed ones. */
export function findItems(db: Reading, ids: readonly string[]): Promise<ItemRow[]> {
  return db.selectFrom('items').selectAll().where('id', 'in', ids).execute()
}

/** Locks the items until the transaction ends, in the order of their ids to avoid deadlocks. */
export async function lockItems(tx: Writing, ids: readonly string[]): Promise<void> {
  if (!locksRows(tx)) return
  await tx.selectFrom('items').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}

const detailTypes = {
  pictures: 'text',
  materials: 'text',
  size: 'text',
  care: 'text',
  family: 'text',
  tax: 'text',
} as const

const itemTypes = {
  id: 'text',
  name: 'text',
  description: 'text',
  price_minor: 'bigint',
  photo_url: 'text',
  must_quantity: 'bigint',
  stocked_quantity: 'bigint',
  hidden_at: 'bigint',
  created_at: 'bigint',
  ...detailTypes,
} as const

export type ImportedItemRow = NewItemRow & Pick<ItemRow, 'hidden_at' | ItemDetailColumn>

/** Adds items, each with its first ledger entry. Their search texts are indexed later. */
export async function insertItems(tx: Writing, rows: ImportedItemRow[], userId: string): Promise<void> {
  tx.catalogueChanged()
  const columns = Object.keys(itemTypes) as (keyof typeof itemTypes)[]
  await tx
    .insertInto('items')
    .columns([...columns, 'available_quantity', 'version', 'words_due'])
    .expression(({ selectFrom }) =>
      selectFrom(jsonRows(tx, rows, itemTypes).as('line'))
        .select(columns)
        .select([
          'stocked_quantity as available_quantity',
          sql.lit(1).as('version'),
          sql.lit(1).as('words_due'),
        ]),
    )
    .execute()
  await addToLedger(
    tx,
    rows.map(row => openingOf(row, userId)),
  )
}

const ledgerTypes = {
  id: 'text',
  item_id: 'text',
  change: 'bigint',
  reason: 'text',
  user_id: 'text',
  created_at: 'bigint',
} as const

export async function addToLedger(tx: Writing, rows: readonly StockChangeRow[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.keys(ledgerTypes) as (keyof typeof ledgerTypes)[]
  await tx
    .insertInto('stock_changes')
    .columns(columns)
    .expression(({ selectFrom }) => selectFrom(jsonRows(tx, rows, ledgerTypes).as('line')).select(columns))
    .execute()
}

/** The new values of an item, applied only if it still has the expected version. */
export interface ChangedItemRow
  extends Pick<ItemRow, 'id' | 'version' | 'name' | 'description' | 'price_minor' | 'must_quantity'>,
    Pick<ItemRow, 'photo_url' | 'hidden_at' | ItemDetailColumn> {
  /** The version after the change. Orders and stock changes do not affect it. */
  next_version: number
  /** By how much its stock changes. */
  change: number
}

const changeTypes = {
  id: 'text',
  version: 'bigint',
  next_version: 'bigint',
  name: 'text',
  description: 'text',
  price_minor: 'bigint',
  must_quantity: 'bigint',
  photo_url: 'text',
  hidden_at: 'bigint',
  change: 'bigint',
  ...detailTypes,
} as const

/**
 * Changes items, with stock as a difference, and returns the changed ones. Skips items that were edited in the meantime and
 * items whose free stock would become negative or too large. Search texts are indexed later.
 */
export async function changeItems(tx: Writing, rows: readonly ChangedItemRow[]): Promise<Set<string>> {
  tx.catalogueChanged()
  const isRenamed = sql<boolean>`items.name <> line.name or items.description <> line.description`
  const changed = await tx
    .updateTable('items')
    .from(jsonRows(tx, rows, changeTypes).as('line'))
    .set(({ eb, ref }) => ({
      name: ref('line.name'),
      description: ref('line.description'),
      price_minor: ref('line.price_minor'),
      must_quantity: ref('line.must_quantity'),
      photo_url: ref('line.photo_url'),
      hidden_at: ref('line.hidden_at'),
      pictures: ref('line.pictures'),
      materials: ref('line.materials'),
      size: ref('line.size'),
      care: ref('line.care'),
      family: ref('line.family'),
      tax: ref('line.tax'),
      version: ref('line.next_version'),
      words_due: sql<number>`case when ${isRenamed} then 1 else items.words_due end`,
      stocked_quantity: eb('items.stocked_quantity', '+', ref('line.change')),
      available_quantity: eb('items.available_quantity', '+', ref('line.change')),
      low_since: sql<number | null>`case when line.change > 0 then null else items.low_since end`,
    }))
    .whereRef('items.id', '=', 'line.id')
    .whereRef('items.version', '=', 'line.version')
    .where('items.removed_at', 'is', null)
    .where(({ eb, ref, and, or }) => {
      const free = eb('items.available_quantity', '+', ref('line.change'))
      return and([eb(free, '>=', 0), or([eb('line.change', '<=', 0), eb(free, '<=', maxQuantity)])])
    })
    .returning('items.id')
    .execute()
  return new Set(changed.map(({ id }) => id))
}

/** The newest ledger entry of each item. */
export async function lastLedgerIds(tx: Writing, itemIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('stock_changes')
    .select(({ fn }) => ['item_id', fn.max('id').as('id')])
    .where('item_id', 'in', itemIds)
    .groupBy('item_id')
    .execute()
  return new Map(rows.map(({ item_id, id }) => [item_id, id]))
}
