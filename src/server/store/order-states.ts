import { type SelectQueryBuilder, sql } from 'kysely'
import type { OrderState } from '#domain/order.ts'
import type { Reading, Tables } from '../db/schema/tables.ts'

type Moment = 'removed_at' | 'refunded_at' | 'sent_at' | 'paid_at' | 'released_at'

/** Each state as stateOf() tells it, in the words of its index (db/schema/migrations/0100): true means that it has happened. */
const momentsOf: Readonly<Record<OrderState, Partial<Record<Moment, boolean>>>> = {
  held: { removed_at: false, paid_at: false, released_at: false },
  lapsed: { removed_at: false, paid_at: false, released_at: true },
  paid: { removed_at: false, refunded_at: false, sent_at: false, paid_at: true },
  sent: { removed_at: false, refunded_at: false, sent_at: true },
  refunded: { removed_at: false, refunded_at: true },
  removed: { removed_at: true },
}

export type Orders = SelectQueryBuilder<Tables, 'orders', object>

/** Those of the orders that are in a state; without one all that are not removed. */
export function inState(orders: Orders, state: OrderState | undefined): Orders {
  let query = orders
  for (const [moment, hasHappened] of Object.entries(state ? momentsOf[state] : { removed_at: false }))
    query = query.where(sql.ref(moment), hasHappened ? 'is not' : 'is', null)
  return query
}

/** How many orders are in a state: counted up to so many, as no more than these are read for it. */
export const countIn = (db: Reading, state: OrderState, most: number): Promise<number> =>
  countOf(db, inState(db.selectFrom('orders'), state), most)

/** How many paid orders have something to send: not those whose money or goods are all on their way back. */
export const countToSend = (db: Reading, most: number): Promise<number> =>
  countOf(
    db,
    inState(db.selectFrom('orders'), 'paid')
      .whereRef('restocked_quantity', '<', 'quantity')
      .where(sql<boolean>`refunded_cents + refund_pending_cents + dispute_lost_cents < total_cents`),
    most,
  )

async function countOf(db: Reading, orders: Orders, most: number): Promise<number> {
  const { count } = await db
    .selectFrom(orders.select('number').limit(most).as('some'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
