import { type RawBuilder, sql } from 'kysely'
import type { Order } from '#contract/orders.ts'
import type { Page } from '#contract/shapes.ts'
import type { Reading } from '../db/tables.ts'
import { stepsFrom } from './newest-first.ts'
import {
  amongNewest,
  isWanted,
  newest,
  newestFirst,
  type Outline,
  outline,
  type Place,
  type Wanted,
  type WantedPage,
} from './newest-orders.ts'
import { type Meaning, meaningsOf } from './order-meanings.ts'
import { orderColumns, toOrder } from './orders.ts'

/** How much is gathered and sorted; from more on the newest orders are gone through (docs/decisions/015). */
interface Reach {
  /** Orders whose places the index tells. */
  places: number
  /** Orders that have to be read. */
  orders: number
  /** Items that are asked for their newest orders one by one. */
  items: number
}

const usualReach: Reach = { places: 12_000, orders: 2000, items: 20 }

/** The orders that are looked for, newest first. What each meaning of the search finds is put together. */
export async function findOrders(
  db: Reading,
  wanted: Wanted,
  { limit, after }: Page,
  reach = usualReach,
): Promise<Order[]> {
  const last = after === undefined ? undefined : await placeOf(db, after)
  if (after !== undefined && !last) return []
  const page = { ...wanted, last, limit }
  const { search, state } = wanted
  const meanings = search ? meaningsOf(db, search, state === 'removed') : []
  const lists = search
    ? await Promise.all(meanings.map(meaning => meant(db, page, meaning, reach)))
    : [await amongNewest(db, page)]
  const found = new Map(lists.flat().map(order => [order.id, order]))
  return inFull(db, newest([...found.values()], limit))
}

const placeOf = (db: Reading, id: string): Promise<Place | undefined> =>
  db.selectFrom('bookings').select(['created_at', 'number']).where('id', '=', id).executeTakeFirst()

async function inFull(db: Reading, orders: readonly Outline[]): Promise<Order[]> {
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const rows = await db.selectFrom('bookings').select(orderColumns).where('id', 'in', ids).execute()
  return rows.sort(newestFirst).map(toOrder)
}

const isInRange =
  ({ from = 0, until = Number.POSITIVE_INFINITY, last }: WantedPage) =>
  (place: Place): boolean =>
    place.number !== null &&
    place.created_at >= from &&
    place.created_at < until &&
    (last === undefined || newestFirst(last, place) < 0)

/** Few are gathered and sorted. Where they are many, the newest ones are close: they are looked for among the newest. */
async function meant(db: Reading, page: WantedPage, meaning: Meaning, reach: Reach): Promise<Outline[]> {
  const { finds, isMeant, items, isEvenRemoved } = meaning
  if (!isMeant) return wantedAmong(db, { ...page, isEvenRemoved }, finds)
  const isPlaceEnough = meaning.isIndexed && page.state === undefined && page.itemId === undefined
  const most = isPlaceEnough ? reach.places : reach.orders
  const { rows: more } = await sql`select 1 from ${finds} limit 1 offset ${most}`.execute(db)
  if (more.length === 0) return wantedAmong(db, page, finds)
  const itemIds = items && page.itemId === undefined ? await fewOf(db, items, reach.items) : []
  if (itemIds.length === 0) return amongNewest(db, page, isMeant)
  const found: Outline[] = []
  for (const itemId of itemIds) found.push(...(await amongNewest(db, { ...page, itemId })))
  return found
}

/** Reads the orders that were found, the newest first, until there is a page of them. */
async function wantedAmong(db: Reading, page: WantedPage, finds: RawBuilder<unknown>): Promise<Outline[]> {
  const places = sql<Place>`select bookings.created_at, bookings.number from ${finds}`
  const { rows } = await places.execute(db)
  const sorted = rows.filter(isInRange(page)).sort(newestFirst)
  const found: Outline[] = []
  for (const count of stepsFrom(page.limit)) {
    const numbers = sorted.splice(0, count).map(({ number }) => number)
    if (numbers.length === 0) break
    const orders = await db.selectFrom('bookings').select(outline).where('number', 'in', numbers).execute()
    found.push(...orders.filter(isWanted(page)))
    if (found.length >= page.limit) break
  }
  return found
}

/** None where they are more than a few. */
async function fewOf(db: Reading, items: RawBuilder<unknown>, few: number): Promise<string[]> {
  const { rows } = await sql<{ item_id: string }>`select item_id from ${items} limit ${few + 1}`.execute(db)
  return rows.length <= few ? rows.map(({ item_id }) => item_id) : []
}
