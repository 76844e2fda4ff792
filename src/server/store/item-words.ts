import { fold, itemWords } from '#domain/search.ts'
import type { ItemRow, Reading, Writing } from '../db/tables.ts'

type Named = Pick<ItemRow, 'id' | 'name' | 'description' | 'price_cents'>

/** How a name is sorted. */
export const nameKeyOf = (name: string): string => fold(name)

/** Notes the words by which an item is found. */
export async function insert(tx: Writing, item: Named): Promise<void> {
  const words = itemWords(item)
  if (words.length === 0) return
  const order = { price_cents: item.price_cents, name_key: nameKeyOf(item.name) }
  await tx
    .insertInto('item_words')
    .values(words.map(word => ({ word, item_id: item.id, ...order })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function remove(tx: Writing, itemId: string): Promise<void> {
  await tx.deleteFrom('item_words').where('item_id', '=', itemId).execute()
}

/** Items on sale that came into the database without their words. */
export function listUnindexed(db: Reading, limit: number): Promise<Named[]> {
  return db
    .selectFrom('items')
    .select(['id', 'name', 'description', 'price_cents'])
    .where('name_key', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Indexes an item, unless another process was faster or it went off sale meanwhile. */
export async function index(tx: Writing, item: Named): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('items')
    .set({ name_key: nameKeyOf(item.name) })
    .where('id', '=', item.id)
    .where('name_key', 'is', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 1n) await insert(tx, item)
}
