import { setImmediate } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { OrderState } from '#domain/order.ts'
import type { OrderRow, Reading } from '../db/tables.ts'
import { stepsFrom } from './newest-first.ts'
import { stateOfRow } from './orders.ts'

/** Which orders are looked for; what is undefined does not matter. */
export interface Wanted {
  search?: string | undefined
  state?: OrderState | undefined
  /** Epoch milliseconds: placed at `from` or later, and before `until`. */
  from?: number | undefined
  until?: number | undefined
  itemId?: string | undefined
}

const moments = ['removed_at', 'refunded_at', 'sent_at', 'paid_at', 'released_at'] as const

/** Each state as stateOf() tells it, in the words of its index (db/migrations/0100): true means that it has happened. */
const momentsOf: Readonly<Record<OrderState, Partial<Record<(typeof moments)[number], boolean>>>> = {
  held: { removed_at: false, paid_at: false, released_at: false },
  lapsed: { removed_at: false, paid_at: false, released_at: true },
  paid: { removed_at: false, refunded_at: false, sent_at: false, paid_at: true },
  sent: { removed_at: false, refunded_at: false, sent_at: true },
  refunded: { removed_at: false, refunded_at: true },
  removed: { removed_at: true },
}

/** What tells whether an order is wanted, and where it stands. */
export const outline = ['id', 'number', 'created_at', 'item_id', ...moments] as const

export type Outline = Pick<OrderRow, (typeof outline)[number]>

export type Place = Pick<OrderRow, 'created_at' | 'number'>

/** A page of what is wanted: so many orders, from those on that come after the last one. */
export interface WantedPage extends Wanted {
  last: Place | undefined
  limit: number
  /** Removed orders are wanted only where this or the state says so. */
  isEvenRemoved?: boolean | undefined
}

export const newestFirst = (a: Place, b: Place): number => b.created_at - a.created_at || b.number - a.number

export const newest = <O extends Place>(orders: O[], limit: number): O[] =>
  orders.sort(newestFirst).slice(0, limit)

export const isWanted =
  ({ state, itemId, isEvenRemoved }: WantedPage) =>
  (order: Outline): boolean =>
    (state === undefined
      ? isEvenRemoved === true || order.removed_at === null
      : stateOfRow(order) === state) &&
    (itemId === undefined || order.item_id === itemId)

/** Goes through the newest orders until a page of those that are wanted is found. */
export async function amongNewest(
  db: Reading,
  page: WantedPage,
  isMeant?: RawBuilder<boolean>,
): Promise<Outline[]> {
  const found: Outline[] = []
  let { last } = page
  for (const count of stepsFrom(isMeant ? 4 * page.limit : page.limit)) {
    const orders = inOrder(db, { ...page, last })
    const some = orders
      .select([...outline, 'name_key', 'email'])
      .limit(count)
      .as('newest')
    const rows = await db
      .selectFrom(some)
      .select(outline)
      .where(isMeant ?? sql<boolean>`true`)
      .execute()
    found.push(...rows.filter(isWanted(page)))
    if (found.length >= page.limit) break
    last = await orders
      .select(['created_at', 'number'])
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst()
    if (!last) break
    // A long way is gone in steps, so that others are served in between.
    await setImmediate()
  }
  return newest(found, page.limit)
}

function inState(db: Reading, state: OrderState | undefined) {
  let query = db.selectFrom('bookings')
  for (const [moment, hasHappened] of Object.entries(state ? momentsOf[state] : { removed_at: false }))
    query = query.where(sql.ref(moment), hasHappened ? 'is not' : 'is', null)
  return query
}

/** How many orders are in a state: counted up to so many, as no more than these are read for it. */
export const countIn = (db: Reading, state: OrderState, most: number): Promise<number> =>
  countOf(db, inState(db, state), most)

/** How many paid orders have something to send: not those whose money or goods are all on their way back. */
export const countToSend = (db: Reading, most: number): Promise<number> =>
  countOf(
    db,
    inState(db, 'paid')
      .whereRef('restocked_quantity', '<', 'quantity')
      .where(sql<boolean>`refunded_cents + refund_pending_cents + dispute_lost_cents < total_cents`),
    most,
  )

async function countOf(db: Reading, orders: ReturnType<typeof inState>, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(orders.select('number').limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Newest first, as an index has them: those of the item, or else of the state. The other one is looked at afterwards. */
function inOrder(db: Reading, { state, from, until, itemId, last }: WantedPage) {
  let query =
    itemId === undefined ? inState(db, state) : db.selectFrom('bookings').where('item_id', '=', itemId)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  if (last) query = query.where(sql<boolean>`(created_at, number) < (${last.created_at}, ${last.number})`)
  return query.orderBy('created_at', 'desc').orderBy('number', 'desc')
}
