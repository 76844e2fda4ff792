import { sql } from 'kysely'
import type { ItemDetails } from '#contract/item-details.ts'
import type { ListedItem, ManagedItem } from '#contract/managed-items.ts'
import type { Page } from '#contract/shapes.ts'
import type { ItemDetailColumn, ItemRow, Reading, Writing } from '../db/schema/tables.ts'
import { toDetails } from './item-details.ts'
import { toItem } from './items.ts'
import { end } from './newest-first.ts'
import { inState } from './order-states.ts'
import * as itemTexts from './search/item-texts.ts'
import { findManaged } from './search/managed-items.ts'

export const toListed = (row: ItemRow): ListedItem => ({
  ...toItem(row),
  hidden: row.hidden_at !== null,
  removed: row.removed_at !== null,
  version: row.version,
})

/** Includes every field that an item file contains. */
export const toDetailed = (row: ItemRow): ListedItem & ItemDetails => ({
  ...toListed(row),
  ...toDetails(row),
})

interface ListPage extends Page {
  search?: string | undefined
}

/** Either the removed items or all others, or those of them that a search finds; newest first. */
export async function list(db: Reading, page: ListPage, removed: boolean): Promise<ListedItem[]> {
  const { search = '' } = page
  const rows =
    search.trim() === '' ? await rowsOf(db, page, removed) : await findManaged(db, search, page, removed)
  return rows.map(toListed)
}

/** All items except removed ones. */
export const listDetailed = async (db: Reading, page: Page): Promise<(ListedItem & ItemDetails)[]> =>
  (await rowsOf(db, page, false)).map(toDetailed)

function rowsOf(db: Reading, { limit, after: before = end }: Page, removed: boolean): Promise<ItemRow[]> {
  return db
    .selectFrom('items')
    .selectAll()
    .where('removed_at', removed ? 'is not' : 'is', null)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** An item, removed or not, with its stock figures from the same snapshot. */
export async function find(db: Reading, id: string): Promise<ManagedItem | undefined> {
  const row = await db
    .selectFrom('items')
    .selectAll('items')
    .select(({ selectFrom }) => {
      const units = () =>
        selectFrom('orders')
          .select(({ eb, fn }) =>
            fn
              .coalesce(fn.sum<number>(eb('quantity', '-', eb.ref('restocked_quantity'))), sql.lit(0))
              .as('units'),
          )
          .where('item_id', '=', id)
      return [
        // Uses the index orders_holds, which contains only unpaid orders that hold stock.
        units().where(inState('held')).as('held'),
        // Uses the index orders_unsent_of.
        units().where(inState('paid')).as('unsent'),
      ]
    })
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const held = Number(row.held)
  return {
    ...toDetailed(row),
    stocked: row.stocked_quantity,
    held,
    sold: row.stocked_quantity - row.available_quantity - held,
    onShelf: row.available_quantity + held + Number(row.unsent),
  }
}

export type ItemChanges = Partial<
  Pick<
    ItemRow,
    'name' | 'description' | 'price_minor' | 'must_quantity' | 'photo_url' | 'hidden_at' | ItemDetailColumn
  >
>

/**
 * Changes an item if its version is still the one that the admin saw. This statement decides which of two concurrent edits is
 * refused.
 */
export async function change(
  tx: Writing,
  id: string,
  version: number,
  changes: ItemChanges,
): Promise<boolean> {
  tx.catalogueChanged()
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set({ ...changes, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  const isRenamed = changes.name !== undefined || changes.description !== undefined
  if (isRenamed) await itemTexts.write(tx, await rowsWithId(tx, id))
  return true
}

const rowsWithId = (db: Reading, id: string): Promise<ItemRow[]> =>
  db.selectFrom('items').selectAll().where('id', '=', id).execute()

/** Restores a removed item. If it was hidden before, it is hidden again. */
export async function bringBack(tx: Writing, id: string): Promise<void> {
  tx.catalogueChanged()
  await tx
    .updateTable('items')
    .set(({ eb }) => ({ removed_at: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .execute()
}
