import type { Item } from '#contract/items.ts'
import type { Page } from '#contract/shapes.ts'
import type { ItemSort } from '#domain/search.ts'
import type { Reading } from '../db/tables.ts'
import { itemsOf, orders, placeOf } from './item-order.ts'
import { type Effort, search, usualEffort } from './item-search.ts'
import { toItem } from './items.ts'

export interface ItemPage extends Page {
  sort?: ItemSort | undefined
  /** Folded words (domain/search.ts), each the beginning of a word of the item. */
  words?: readonly string[]
}

export async function list(db: Reading, page: ItemPage, effort: Effort = usualEffort): Promise<Item[]> {
  const { limit, after, sort = 'oldest', words = [] } = page
  const order = orders[sort]
  const start = after === undefined ? undefined : await placeOf(db, after, order)
  if (after !== undefined && start === undefined) return []
  const stretch = { order, start, limit }
  const rows =
    words.length > 0
      ? await search(db, words, stretch, effort)
      : await itemsOf(db, stretch).selectAll().execute()
  return rows.map(toItem)
}
