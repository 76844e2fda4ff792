import { type Expression, type OrderByDirection, type SqlBool, sql } from 'kysely'
import type { ItemSort } from '#domain/search.ts'
import type { ItemRow, Reading } from '../db/tables.ts'

export interface Order {
  /** They end with the id, so that no two items share a place, and have an index that is read in this order. */
  columns: readonly ('id' | 'price_cents' | 'name_key')[]
  /** The same beside the words of the items: a search follows them there. */
  along: readonly ('item_id' | 'price_cents' | 'name_key')[]
  direction: OrderByDirection & string
  past: '>' | '<'
  upTo: '<=' | '>='
}

const upwards = { direction: 'asc', past: '>', upTo: '<=' } as const
const downwards = { direction: 'desc', past: '<', upTo: '>=' } as const
const byAge = { columns: ['id'], along: ['item_id'] } as const
const byPrice = { columns: ['price_cents', 'id'], along: ['price_cents', 'item_id'] } as const

export const orders: Readonly<Record<ItemSort, Order>> = {
  oldest: { ...byAge, ...upwards },
  newest: { ...byAge, ...downwards },
  price: { ...byPrice, ...upwards },
  '-price': { ...byPrice, ...downwards },
  name: { columns: ['name_key', 'id'], along: ['name_key', 'item_id'], ...upwards },
}

/** The values of an order's columns. */
export type Place = readonly (string | number)[]

/** So many items of an order, from a place on. */
export interface Stretch {
  order: Order
  start: Place | undefined
  limit: number
}

/** Where an item stands in an order; a removed one still marks its place. */
export async function placeOf(db: Reading, id: string, order: Order): Promise<Place | undefined> {
  const item = await db.selectFrom('items').select(order.columns).where('id', '=', id).executeTakeFirst()
  return placeIn(order, item)
}

type Standing = Partial<Pick<ItemRow, Order['columns'][number]>>

/** None for no item, and none by name for one without its words (store/item-words.ts). */
export function placeIn({ columns }: Order, item: Standing = {}): Place | undefined {
  const place = columns.map(column => item[column] ?? undefined)
  return place.every(value => value !== undefined) ? place : undefined
}

export const stands = (
  columns: readonly string[],
  side: Order['past' | 'upTo'],
  place: Place,
): Expression<SqlBool> =>
  sql<SqlBool>`(${sql.join(columns.map(column => sql.ref(column)))}) ${sql.raw(side)} (${sql.join(place)})`

export function itemsOf(db: Reading, { order, start, limit }: Stretch) {
  const { columns, direction, past } = order
  const items = db.selectFrom('items').where('removed_at', 'is', null).limit(limit)
  const rest = start ? items.where(stands(columns, past, start)) : items
  return columns.reduce((query, column) => query.orderBy(column, direction), rest)
}
