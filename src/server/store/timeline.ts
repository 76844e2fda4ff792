import type { OrderEvent } from '#contract/orders.ts'
import type { Happening } from '#domain/order-event.ts'
import { prepared } from '../db/prepared.ts'
import type { OrderEventRow, Reading, Writing } from '../db/tables.ts'

export interface NewEvent {
  at: number
  what: Happening
  who: string
  detail?: string
}

const sample: Omit<OrderEventRow, 'n'> = { booking_id: '', at: 0, what: 'placed', who: '', detail: null }

const insertEvent = prepared(sample, (db, row) =>
  db.insertInto('order_events').values(({ selectFrom }) => ({
    ...row,
    n: selectFrom('order_events')
      .select(({ eb, fn }) => eb(fn.coalesce(fn.max<number>('n'), eb.lit(0)), '+', eb.lit(1)).as('n'))
      .where('booking_id', '=', row.booking_id),
  })),
)

/** Writes what happens to an order, in the transaction in which it does. The order's row is locked, or new. */
export async function add(tx: Writing, orderId: string, { detail, ...event }: NewEvent): Promise<void> {
  await insertEvent(tx, { ...event, booking_id: orderId, detail: detail ?? null })
}

/** What happened to an order, oldest first. */
export async function list(db: Reading, orderId: string): Promise<OrderEvent[]> {
  const rows = await db
    .selectFrom('order_events')
    .selectAll()
    .where('booking_id', '=', orderId)
    .orderBy('n')
    .execute()
  return rows.map(({ at, what, who, detail }) => ({ at: new Date(at).toISOString(), what, by: who, detail }))
}
