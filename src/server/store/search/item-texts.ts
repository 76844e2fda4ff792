import { sql } from 'kysely'
import { fold, wordsOf } from '#domain/search.ts'
import { isPostgres, locksRows } from '../../db/engine/connection.ts'
import type { ItemRow, Reading, Writing } from '../../db/schema/tables.ts'

type Named = Pick<ItemRow, 'id' | 'name' | 'description'>

/** Writes the texts by which items are found and sorted (docs/decisions/008). */
export async function write(tx: Writing, items: readonly Named[]): Promise<void> {
  for (const item of items) await (isPostgres(tx) ? writeVector(tx, item) : writeFts(tx, item))
}

/** Words of the name are indexed twice, the second time with a prefix character, so that a query can match the name only. */
async function writeVector(tx: Writing, { id, name, description }: Named): Promise<void> {
  const words = [...wordsOf(`${name} ${description}`), ...wordsOf(name).map(word => `=${word}`)]
  await sql`insert into item_texts (item_id, name, words)
    values (${id}, ${fold(name)}, array_to_tsvector(${words}::text[]))
    on conflict (item_id) do update set name = excluded.name, words = excluded.words`.execute(tx)
}

/** Passes words separated by spaces, so that the tokenizer only has to split at spaces. */
async function writeFts(tx: Writing, { id, name, description }: Named): Promise<void> {
  const { rows } = await sql<{
    number: number
  }>`insert into item_texts (item_id, name) values (${id}, ${fold(name)})
    on conflict (item_id) do update set name = excluded.name returning number`.execute(tx)
  const texts = [wordsOf(name).join(' '), wordsOf(description).join(' ')]
  await sql`insert or replace into item_search (rowid, name, description)
    values (cast(${rows[0]?.number} as integer), ${sql.join(texts)})`.execute(tx)
}

/** Call before deleting the items themselves. */
export async function remove(tx: Writing, ids: readonly string[]): Promise<void> {
  const numbers = tx.selectFrom('item_texts').select('number').where('item_id', 'in', ids)
  if (!isPostgres(tx)) await tx.deleteFrom('item_search').where('rowid', 'in', numbers).execute()
  await tx.deleteFrom('item_texts').where('item_id', 'in', ids).execute()
}

export async function hasDue(db: Reading): Promise<boolean> {
  const row = await db
    .selectFrom('items')
    .select('id')
    .where('words_due', '=', sql.lit(1))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Writes the texts of up to `most` imported items. Returns how many. */
export async function writeDue(tx: Writing, most: number): Promise<number> {
  const due = await tx
    .selectFrom('items')
    .select(['id', 'name', 'description'])
    .where('words_due', '=', sql.lit(1))
    .orderBy('id')
    .limit(most)
    .$if(locksRows(tx), query => query.forNoKeyUpdate().skipLocked())
    .execute()
  if (due.length === 0) return 0
  await write(tx, due)
  const ids = due.map(({ id }) => id)
  await tx.updateTable('items').set({ words_due: 0 }).where('id', 'in', ids).execute()
  return due.length
}

/** Writes the texts of all items after a restore, because backups do not contain them. */
export async function writeAll(tx: Writing): Promise<void> {
  await tx.updateTable('items').set({ words_due: 1 }).execute()
  while ((await writeDue(tx, 500)) > 0);
}
