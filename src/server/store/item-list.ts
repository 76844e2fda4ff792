import type { Item, ItemSort } from '#contract/items.ts'
import type { Page } from '#contract/shapes.ts'
import type { Reading } from '../db/tables.ts'
import { toItem } from './items.ts'

export interface ItemPage extends Page {
  sort?: ItemSort | undefined
  /** Folded words (domain/search.ts), each the beginning of a word of the item. */
  words?: readonly string[]
}

/** Each order ends with the id, so that no two items share a place, and has an index that is read in this order. */
const orders = {
  oldest: { key: 'id', direction: 'asc' },
  newest: { key: 'id', direction: 'desc' },
  price: { key: 'price_cents', direction: 'asc' },
  '-price': { key: 'price_cents', direction: 'desc' },
  name: { key: 'name_key', direction: 'asc' },
} as const

export async function list(db: Reading, page: ItemPage): Promise<Item[]> {
  const { limit, after, sort = 'oldest', words = [] } = page
  const { key, direction } = orders[sort]
  const past = direction === 'asc' ? '>' : '<'
  const start = after === undefined ? undefined : await placeOf(db, after, key)
  if (after !== undefined && start === undefined) return []
  const found = await rarestOf(db, words)
  if (found?.count === 0) return []
  const rows = await db
    .selectFrom('items')
    .selectAll()
    .where('removed_at', 'is', null)
    .where(({ and, eb, exists, selectFrom }) =>
      and(
        words.map(word =>
          word === found?.word
            ? eb('items.id', 'in', beginningWith(db, word).select('item_id'))
            : exists(
                selectFrom('item_words')
                  .select('word')
                  .whereRef('item_id', '=', 'items.id')
                  .where('word', '>=', word)
                  .where('word', '<', endOf(word)),
              ),
        ),
      ),
    )
    .$if(start !== undefined, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(key, 'id'), past, tuple(start ?? '', after ?? '')),
      ),
    )
    .orderBy(key, direction)
    .orderBy('id', direction)
    .limit(limit)
    .execute()
  return rows.map(toItem)
}

/** Where an item stands in an order; a removed one still marks its place. */
async function placeOf(db: Reading, id: string, key: 'id' | 'price_cents' | 'name_key') {
  const item = await db.selectFrom('items').select(key).where('id', '=', id).executeTakeFirst()
  return item?.[key] ?? undefined
}

/** No word goes on with the last of all characters. */
const endOf = (word: string): string => `${word}\u{10FFFF}`

const beginningWith = (db: Reading, word: string) =>
  db.selectFrom('item_words').where('word', '>=', word).where('word', '<', endOf(word))

/** Up to how many finds a search starts from a word; several words together make the other way much longer. */
const rareAmong = (words: readonly string[]): number => (words.length > 1 ? 20_000 : 2000)

/**
 * The rarest of the words, when it is rare enough to start from: then at most so many items are looked at and sorted.
 * When every word is common, reading the items in their order fills a page soon. So a search costs about the same
 * in a small shop and in a large one (docs/decisions/008).
 */
async function rarestOf(
  db: Reading,
  words: readonly string[],
): Promise<{ word: string; count: number } | undefined> {
  const rare = rareAmong(words)
  let rarest: { word: string; count: number } | undefined
  for (const word of words) {
    const { count } = await db
      .selectFrom(beginningWith(db, word).select('item_id').limit(rare).as('found'))
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count < (rarest?.count ?? rare)) rarest = { word, count }
  }
  return rarest
}
