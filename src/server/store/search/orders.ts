import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import type { Page } from '#contract/shapes.ts'
import type { OrderFilterName } from '#domain/order.ts'
import { hasLetter, numberIn } from '#domain/order-number.ts'
import { jsonRows } from '../../db/engine/json-rows.ts'
import type { OrderRow, Reading, Tables } from '../../db/schema/tables.ts'
import { inFilter } from '../order-states.ts'
import { orderColumns, toOrder } from '../orders.ts'
import { findInSteps } from './in-steps.ts'
import { numbersOf } from './order-texts.ts'
import { containsAll, isIndexed, partsOf } from './substring.ts'

/** The filters of an order search; undefined means any. */
export interface OrderFilter {
  search?: string | undefined
  state?: OrderFilterName | undefined
  /** Epoch milliseconds: placed at `from` or later, and before `until`. */
  from?: number | undefined
  until?: number | undefined
  itemId?: string | undefined
}

type Position = Pick<OrderRow, 'created_at' | 'number'>

interface OrderPage extends OrderFilter {
  /** The last order of the previous page. */
  last: Position | undefined
  limit: number
}

type Orders = SelectQueryBuilder<Tables, 'orders', object>

type FoundRow = Pick<OrderRow, (typeof orderColumns)[number]>

/**
 * Up to this many matches are collected and sorted. If there are more, they are dense among the newest orders
 * (docs/decisions/015).
 */
const maxCollected = 2000

/** The matching orders, newest first. */
export async function findOrders(
  db: Reading,
  filter: OrderFilter,
  { limit, after }: Page,
  few = maxCollected,
): Promise<Order[]> {
  const last = after === undefined ? undefined : await positionOf(db, after)
  if (after !== undefined && !last) return []
  const rows = await rowsOf(db, { ...filter, last, limit }, few)
  return rows.map(toOrder)
}

const positionOf = (db: Reading, id: string): Promise<Position | undefined> =>
  db.selectFrom('orders').select(['created_at', 'number']).where('id', '=', id).executeTakeFirst()

const isId = (search: string): boolean => /^[0-9a-f-]{36}$/.test(search)

async function rowsOf(db: Reading, page: OrderPage, few: number): Promise<FoundRow[]> {
  const { search } = page
  if (!search) return pageOf(page, db.selectFrom('orders'))
  // A search by id finds the order even if it was removed.
  if (isId(search)) {
    const order = fenced(db, sql<boolean>`id = ${search}`)
    return pageOf(page, order, page.state === undefined)
  }
  const number = numberIn(search)
  // A search with the letter prefix means that order: a newer order of "Tray No 1301" must not hide T-1301.
  if (number !== undefined && hasLetter(search))
    return pageOf(page, fenced(db, sql<boolean>`number = ${number}`))
  const parts = partsOf(search)
  if (parts.length === 0) return []
  const numbers = await fewNumbers(db, parts, few)
  if (!numbers) return amongNewest(db, page, parts)
  const found = number === undefined ? numbers : [...numbers, { number }]
  return pageOf(page, fenced(db, sql<boolean>`number in ${jsonRows(db, found, { number: 'bigint' })}`))
}

/** The matches of the substring index; undefined if there are too many or the index cannot be used. */
async function fewNumbers(
  db: Reading,
  parts: readonly string[],
  few: number,
): Promise<{ number: number }[] | undefined> {
  if (!isIndexed(parts)) return undefined
  const { rows } = await sql<{ number: number }>`${numbersOf(db, parts)} limit ${few + 1}`.execute(db)
  return rows.length > few ? undefined : rows
}

/** Scans the newest orders until the page is full. */
function amongNewest(db: Reading, page: OrderPage, parts: readonly string[]): Promise<FoundRow[]> {
  const number = numberIn(page.search ?? '')
  const contains = containsAll(db, sql`newest.search_text`, parts)
  const isFound = number === undefined ? contains : sql<boolean>`(${contains} or newest.number = ${number})`
  return findInSteps<FoundRow, Position>(page.limit, async (last = page.last, count) => {
    const orders = filtered({ ...page, last }, db.selectFrom('orders'))
    const some = orders.select([...orderColumns, 'search_text']).limit(count)
    return {
      found: await db.selectFrom(some.as('newest')).select(orderColumns).where(isFound).execute(),
      last: await orders
        .select(['created_at', 'number'])
        .offset(count - 1)
        .limit(1)
        .executeTakeFirst(),
    }
  })
}

/**
 * A limit that is never reached. It acts as an optimization fence: neither engine then uses another index for these orders.
 */
const most = 1_000_000

const fenced = (db: Reading, where: RawBuilder<boolean>): Orders =>
  db.selectFrom(db.selectFrom('orders').selectAll().where(where).limit(most).as('orders'))

const pageOf = (page: OrderPage, orders: Orders, isEvenRemoved = false): Promise<FoundRow[]> =>
  filtered(page, orders, isEvenRemoved).select(orderColumns).limit(page.limit).execute()

/** Newest first. */
function filtered(page: OrderPage, orders: Orders, isEvenRemoved = false): Orders {
  const { state, from, until, itemId, last } = page
  let query = orders
  if (state) query = query.where(inFilter(state))
  else if (!isEvenRemoved) query = query.where('removed_at', 'is', null)
  if (itemId !== undefined) query = query.where('item_id', '=', itemId)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  if (last) query = query.where(sql<boolean>`(created_at, number) < (${last.created_at}, ${last.number})`)
  return query.orderBy('created_at', 'desc').orderBy('number', 'desc')
}
