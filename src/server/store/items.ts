import { sql } from 'kysely'
import type { DetailedItem, Item } from '#contract/items.ts'
import type { ItemPicture } from '#contract/pictures.ts'
import { shopCurrency } from '#domain/currency.ts'
import { majorOf } from '#domain/money.ts'
import { averageStars } from '#domain/review.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { ItemDetailColumn, ItemRow, Reading, Writing } from '../db/schema/tables.ts'
import { toDetails } from './item-details.ts'
import { openingOf } from './opening-stock.ts'
import * as itemTexts from './search/item-texts.ts'

export const toItem = (row: ItemRow): Item => ({
  _id: row.id,
  name: row.name,
  description: row.description,
  price: majorOf(row.price_minor),
  currency: shopCurrency().code,
  photoUrl: row.photo_url,
  availableQuantity: row.available_quantity,
  mustQuantity: row.must_quantity,
  stars: averageStars(row.star_sum, row.review_count),
  reviewCount: row.review_count,
  secondPicture: (JSON.parse(row.pictures) as string[])[0] ?? null,
})

/** Items that everyone can see and buy. Every list and search uses this condition. */
export const onSale = sql<boolean>`items.removed_at is null and items.hidden_at is null`

/** At least the minimum order quantity is available. */
export const inStock = sql<boolean>`items.available_quantity >= items.must_quantity`

export async function find(db: Reading, id: string): Promise<DetailedItem | undefined> {
  const row = await db.selectFrom('items').selectAll().where('id', '=', id).where(onSale).executeTakeFirst()
  return row && { ...toItem(row), ...toDetails(row) }
}

/** The ids of the newest items on sale. */
export async function listIds(db: Reading, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('items')
    .select('id')
    .where(onSale)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether the item was removed for good. A hidden item was not. */
export async function isRemoved(db: Reading, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('id', '=', id)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** The pictures of these items, whether on sale, hidden or removed. */
export function listPictures(db: Reading, ids: readonly string[]): Promise<ItemPicture[]> {
  return db
    .selectFrom('items')
    .select(['id as itemId', 'photo_url as photoUrl'])
    .where('id', 'in', ids)
    .execute()
}

/** Which of these URLs are the first picture of an item, including removed items. */
export async function listShown(db: Reading, photoUrls: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('items').select('photo_url').where('photo_url', 'in', photoUrls).execute()
  return rows.map(row => row.photo_url)
}

/** The additional pictures of all items, including removed ones, in batches. */
export async function* additionalPictures(db: Reading): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const rows = await db
      .selectFrom('items')
      .select(['id', 'pictures'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(500)
      .execute()
    yield rows.flatMap(({ pictures }) => JSON.parse(pictures) as string[])
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

/** The columns of a new item that are not derived: all of its stock is free. */
export type NewItemRow = Omit<
  ItemRow,
  | 'available_quantity'
  | 'removed_at'
  | 'hidden_at'
  | 'version'
  | 'words_due'
  | 'low_since'
  | 'review_count'
  | 'star_sum'
  | ItemDetailColumn
> &
  Partial<Pick<ItemRow, ItemDetailColumn>>

/** Adds an item with its first ledger entry. */
export async function insert(tx: Writing, row: NewItemRow, userId: string | null = null): Promise<void> {
  const beginning = {
    available_quantity: row.stocked_quantity,
    removed_at: null,
    hidden_at: null,
    version: 1,
    low_since: null,
  }
  tx.catalogueChanged()
  await tx
    .insertInto('items')
    .values({ ...row, ...beginning })
    .execute()
  await tx.insertInto('stock_changes').values(openingOf(row, userId)).execute()
  await itemTexts.write(tx, [row])
}

/** Removes an item, hidden or not. False if it was already removed. */
export async function remove(tx: Writing, id: string, now: number): Promise<boolean> {
  tx.catalogueChanged()
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set(({ eb }) => ({ removed_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const takeFromStock = prepared({ id: '', quantity: 0 }, (db, { id, quantity }) =>
  db
    .updateTable('items')
    .set(({ eb }) => ({ available_quantity: eb('available_quantity', '-', quantity) }))
    .where('id', '=', id)
    .where(onSale)
    .where('available_quantity', '>=', quantity)
    .where('must_quantity', '<=', quantity)
    .returning(['name', 'price_minor', 'available_quantity', 'must_quantity']),
)

/** Takes `quantity` out of the free stock, or changes nothing. This statement decides who gets the last unit. */
export async function hold(tx: Writing, id: string, quantity: number) {
  tx.stockChanged(id)
  const { rows } = await takeFromStock(tx, { id, quantity })
  return rows[0]
}

/**
 * The same for an order that held its stock before: the minimum quantity does not apply, and the item may be hidden or
 * removed.
 */
export function holdAgain(tx: Writing, id: string, quantity: number) {
  tx.stockChanged(id)
  return tx
    .updateTable('items')
    .set(({ eb }) => ({ available_quantity: eb('available_quantity', '-', quantity) }))
    .where('id', '=', id)
    .where('available_quantity', '>=', quantity)
    .returning(['available_quantity', 'must_quantity'])
    .executeTakeFirst()
}

/** The stock of an item, on sale or not. */
export function stockOf(db: Reading, id: string) {
  return db
    .selectFrom('items')
    .select(['available_quantity', 'must_quantity'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** The same for an order that takes more of an item on sale. */
export function holdMore(tx: Writing, id: string, quantity: number) {
  tx.stockChanged(id)
  return tx
    .updateTable('items')
    .set(({ eb }) => ({ available_quantity: eb('available_quantity', '-', quantity) }))
    .where('id', '=', id)
    .where(onSale)
    .where('available_quantity', '>=', quantity)
    .returning(['available_quantity', 'must_quantity'])
    .executeTakeFirst()
}

export async function giveBack(tx: Writing, id: string, quantity: number): Promise<void> {
  tx.stockChanged(id)
  await tx
    .updateTable('items')
    .set(({ eb }) => ({ available_quantity: eb('available_quantity', '+', quantity) }))
    .where('id', '=', id)
    .execute()
}

/** The name of an item that costs more than this, hidden and removed ones included. */
export async function findAbove(tx: Writing, price: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('items')
    .select('name')
    .where('price_minor', '>', price)
    .orderBy('price_minor')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}
