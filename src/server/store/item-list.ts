import { type RawBuilder, sql } from 'kysely'
import type { Item } from '#contract/items.ts'
import type { Page } from '#contract/shapes.ts'
import type { Minor } from '#domain/money.ts'
import { type ItemSort, usualSort } from '#domain/search.ts'
import type { ItemRow, Reading } from '../db/schema/tables.ts'
import { inStock, onSale, toItem } from './items.ts'

/** Filters besides being on sale. */
export interface ItemLimits {
  /** In minor units, each included. */
  minPrice?: Minor | undefined
  maxPrice?: Minor | undefined
  isInStock?: boolean | undefined
  family?: string | undefined
}

export interface ItemPage extends Page, ItemLimits {
  sort?: ItemSort | undefined
}

/**
 * The filters as SQL conditions to append. The unary plus and the appended text keep the engines from using the indexes of
 * prices and families, which would make them sort all matches.
 */
export function within(limits: ItemLimits): RawBuilder<unknown> | undefined {
  const { family, isInStock } = limits
  if (!hasRange(limits) && !isInStock) return undefined
  const related = family === undefined ? sql`` : sql`and items.family || '' = ${family}`
  return sql`${priced(sql`+items.price_minor`, limits)} ${related} ${isInStock ? sql`and ${inStock}` : sql``}`
}

function priced(price: RawBuilder<unknown>, { minPrice, maxPrice }: ItemLimits): RawBuilder<unknown> {
  const least = minPrice === undefined ? sql`` : sql`and ${price} >= ${minPrice}`
  const most = maxPrice === undefined ? sql`` : sql`and ${price} <= ${maxPrice}`
  return sql`${least} ${most}`
}

/** Up to this many items are collected and sorted. With more matches, a scan in list order fills a page quickly. */
export const few = 2000

const ofPriceRange = (limits: ItemLimits) =>
  sql`from items where items.removed_at is null ${priced(sql`items.price_minor`, limits)}`

const ofRange = (limits: ItemLimits) =>
  limits.family === undefined
    ? ofPriceRange(limits)
    : sql`from items where ${onSale} and items.family = ${limits.family} ${priced(sql`+items.price_minor`, limits)}`

const hasRange = ({ minPrice, maxPrice, family }: ItemLimits): boolean =>
  minPrice !== undefined || maxPrice !== undefined || family !== undefined

export interface FewItems {
  count: number
  /** The start of a statement that reads from these items: the CTE `few` contains their ids. */
  start: RawBuilder<unknown>
}

/** The items in a price range or family, if there are few. Scanning all items for them would be slow and could find none. */
export async function fewWithin(db: Reading, limits: ItemLimits): Promise<FewItems | undefined> {
  if (!hasRange(limits)) return undefined
  const inRange = sql`select items.id ${ofRange(limits)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (${inRange} limit ${few + 1}) as counted`.execute(db)
  const count = rows[0]?.count ?? 0
  return count <= few ? { count, start: sql`with few as (${inRange} limit ${few})` } : undefined
}

/** The items on sale. */
export async function list(db: Reading, page: ItemPage): Promise<Item[]> {
  const sorted = await sortedPage(db, page)
  if (!sorted) return []
  const { sorting } = sorted
  const end = sql`and ${onSale} ${within(page) ?? sql``} ${sortedEnd(sorted)}`
  // Sorted by price, the index already returns a price range in order.
  const isInOrder = sorting.isByPrice && page.family === undefined
  const fewItems = isInOrder ? undefined : await fewWithin(db, page)
  const { rows } = await (fewItems
    ? sql<ItemRow>`${fewItems.start} select items.* from few cross join ${sorting.from} where items.id = few.id ${end}`
    : sorting.isByPrice
      ? sql<ItemRow>`select items.* ${ofPriceRange(page)} ${end}`
      : sql<ItemRow>`select items.* from ${sorting.from} where true ${end}`
  ).execute(db)
  return rows.map(toItem)
}

/** A sort order that gives every item a unique position, regardless of the search. */
interface Sorting {
  /** The columns end with the id, so that sort keys are unique, and have an index in the same order. */
  columns: readonly string[]
  direction: 'asc' | 'desc'
  /** The table of the columns. */
  from: RawBuilder<unknown>
  /** Whether a price range is a range of this index. */
  isByPrice?: boolean
}

const byAge = { columns: ['items.id'], from: sql`items` }
const byPrice = { columns: ['items.price_minor', 'items.id'], from: sql`items`, isByPrice: true }
const byName = {
  columns: ['item_texts.name', 'item_texts.item_id'],
  from: sql`items join item_texts on item_texts.item_id = items.id`,
}

const sortings: Readonly<Record<Exclude<ItemSort, 'relevance'>, Sorting>> = {
  oldest: { ...byAge, direction: 'asc' },
  newest: { ...byAge, direction: 'desc' },
  price: { ...byPrice, direction: 'asc' },
  '-price': { ...byPrice, direction: 'desc' },
  name: { ...byName, direction: 'asc' },
}

/** The values of the sort columns. */
type SortKey = readonly (string | number)[]

/** The sort key of an item; removed items have one, too. */
async function sortKeyOf(db: Reading, id: string, { columns, from }: Sorting): Promise<SortKey | undefined> {
  const named = columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(String(at))}`)
  const { rows } = await sql<Record<string, string | number>>`select ${sql.join(named)}
    from ${from} where items.id = ${id}`.execute(db)
  return rows[0] && Object.values(rows[0])
}

/** A page of items in this order, after a sort key. */
export interface SortedPage {
  sorting: Sorting
  start: SortKey | undefined
  limit: number
}

/** Sorts by newest if relevance is chosen without a search. Returns nothing if the item to continue after is unknown. */
export async function sortedPage(
  db: Reading,
  { sort = usualSort(false), after, limit }: ItemPage,
): Promise<SortedPage | undefined> {
  const sorting = sortings[sort === 'relevance' ? 'newest' : sort]
  if (after === undefined) return { sorting, start: undefined, limit }
  const start = await sortKeyOf(db, after, sorting)
  return start && { sorting, start, limit }
}

/** The end of a statement that already has its conditions. */
export function sortedEnd({
  sorting: { columns, direction },
  start,
  limit,
}: SortedPage): RawBuilder<unknown> {
  const refs = columns.map(column => sql.ref(column))
  const past = sql.raw(direction === 'asc' ? '>' : '<')
  const rest = start ? sql`and (${sql.join(refs)}) ${past} (${sql.join(start)})` : sql``
  return sql`${rest} order by ${sql.join(refs.map(ref => sql`${ref} ${sql.raw(direction)}`))} limit ${limit}`
}
