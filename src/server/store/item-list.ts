import { sql } from 'kysely'
import type { Item } from '#contract/items.ts'
import type { Page } from '#contract/shapes.ts'
import { type ItemSort, usualSort } from '#domain/search.ts'
import type { ItemRow, Reading } from '../db/tables.ts'
import { findBest, findSorted } from './item-search.ts'
import { placeOf, sortings, stretched } from './item-sorting.ts'
import { meantBy } from './item-typos.ts'
import { toItem } from './items.ts'
import type { Sought } from './search-engines.ts'

export interface ItemPage extends Page {
  sort?: ItemSort | undefined
  /** Folded words (domain/search.ts), each the beginning of a word of the item. */
  words?: readonly string[]
}

/** The items on sale, or those that have the words. */
export async function list(db: Reading, page: ItemPage): Promise<Item[]> {
  const { words = [] } = page
  const rows = words.length === 0 ? await pageOf(db, page) : await search(db, words, page)
  return rows.map(toItem)
}

/** Typos are looked for only where nothing is found without: nobody who types right waits for it. */
async function search(db: Reading, words: readonly string[], page: ItemPage): Promise<ItemRow[]> {
  const found = await pageOf(
    db,
    page,
    words.map(word => [word]),
  )
  if (found.length > 0) return found
  const meant = await meantBy(db, words)
  return meant ? pageOf(db, page, meant) : []
}

async function pageOf(
  db: Reading,
  { limit, after, sort: chosen }: ItemPage,
  sought?: Sought,
): Promise<ItemRow[]> {
  const sort = chosen ?? usualSort(sought !== undefined)
  if (sought && sort === 'relevance') return findBest(db, sought, { after, limit })
  const sorting = sortings[sort === 'relevance' ? 'oldest' : sort]
  const start = after === undefined ? undefined : await placeOf(db, after, sorting)
  if (after !== undefined && start === undefined) return []
  if (sought) return findSorted(db, sought, { sorting, start, limit })
  const { rows } =
    await sql<ItemRow>`select items.* from ${sorting.from} where items.removed_at is null ${stretched({ sorting, start, limit })}`.execute(
      db,
    )
  return rows
}
