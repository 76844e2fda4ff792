import type { OrderEvent } from '#contract/orders.ts'
import type { Caller } from '#domain/access.ts'
import { customer, type OrderEventType } from '#domain/order-event.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { OrderEventRow, OrderRow, Reading, Writing } from '../db/schema/tables.ts'

type ShownEvent = Omit<OrderEventRow, 'order_id' | 'n' | 'admin_id'>

export interface NewEvent {
  at: number
  /** The order's own row records that it was placed. */
  what: Exclude<OrderEventType, 'placed'>
  /** An admin, or an actor of domain/order-event.ts. */
  who: string | Admin
  detail?: string
}

type Admin = Pick<Caller, 'userId' | 'email'>

const sample: Omit<OrderEventRow, 'n'> = {
  order_id: '',
  at: 0,
  what: 'paid',
  who: '',
  admin_id: null,
  detail: null,
}

const insertEvent = prepared(sample, (db, row) =>
  db.insertInto('order_events').values(({ selectFrom }) => ({
    ...row,
    n: selectFrom('order_events')
      .select(({ eb, fn }) => eb(fn.coalesce(fn.max<number>('n'), eb.lit(0)), '+', eb.lit(1)).as('n'))
      .where('order_id', '=', row.order_id),
  })),
)

/** Adds an event to an order, in the transaction that causes it. The caller has locked the order's row. */
export async function add(tx: Writing, orderId: string, { who, detail, ...event }: NewEvent): Promise<void> {
  const actor = typeof who === 'string' ? { who, admin_id: null } : { who: who.email, admin_id: who.userId }
  await insertEvent(tx, { ...event, ...actor, order_id: orderId, detail: detail ?? null })
}

/**
 * The events of an order, oldest first. 'Placed' comes from the order's own row: an extra event row would make placing an
 * order a fifth slower (docs/decisions/015).
 */
export async function list(db: Reading, order: Pick<OrderRow, 'id' | 'created_at'>): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('order_events')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('n')
    .execute()
  const placed: ShownEvent = { at: order.created_at, what: 'placed', who: customer, detail: null }
  return [placed, ...rows].map(({ at, what, who, detail }) => ({
    at: new Date(at).toISOString(),
    what,
    by: who,
    detail,
  }))
}
