import { type RawBuilder, sql } from 'kysely'
import type { ItemSort } from '#domain/search.ts'
import type { Reading } from '../db/tables.ts'

/** A way of sorting in which every item has a place, whatever is searched for. */
export interface Sorting {
  /** They end with the id, so that no two items share a place, and have an index that is read in this order. */
  columns: readonly string[]
  direction: 'asc' | 'desc'
  /** Where they stand. */
  from: RawBuilder<unknown>
}

const byAge = { columns: ['items.id'], from: sql`items` }
const byPrice = { columns: ['items.price_cents', 'items.id'], from: sql`items` }
const byName = {
  columns: ['item_texts.name', 'item_texts.item_id'],
  from: sql`items join item_texts on item_texts.item_id = items.id`,
}

export const sortings: Readonly<Record<Exclude<ItemSort, 'relevance'>, Sorting>> = {
  oldest: { ...byAge, direction: 'asc' },
  newest: { ...byAge, direction: 'desc' },
  price: { ...byPrice, direction: 'asc' },
  '-price': { ...byPrice, direction: 'desc' },
  name: { ...byName, direction: 'asc' },
}

/** The values of its columns. */
export type Place = readonly (string | number)[]

/** Where an item stands; a removed one still marks its place. */
export async function placeOf(
  db: Reading,
  id: string,
  { columns, from }: Sorting,
): Promise<Place | undefined> {
  const named = columns.map((column, at) => sql`${sql.ref(column)} as ${sql.ref(String(at))}`)
  const { rows } = await sql<Record<string, string | number>>`select ${sql.join(named)}
    from ${from} where items.id = ${id}`.execute(db)
  return rows[0] && Object.values(rows[0])
}

/** So many items in this way, from a place on. */
export interface Stretch {
  sorting: Sorting
  start: Place | undefined
  limit: number
}

/** The end of a statement that has its conditions already. */
export function stretched({ sorting: { columns, direction }, start, limit }: Stretch): RawBuilder<unknown> {
  const refs = columns.map(column => sql.ref(column))
  const past = sql.raw(direction === 'asc' ? '>' : '<')
  const rest = start ? sql`and (${sql.join(refs)}) ${past} (${sql.join(start)})` : sql``
  const way = sql.raw(direction)
  return sql`${rest} order by ${sql.join(refs.map(ref => sql`${ref} ${way}`))} limit ${limit}`
}
