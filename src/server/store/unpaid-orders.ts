import type { Order } from '#contract/orders.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { Reading } from '../db/schema/tables.ts'
import { orderColumns, toOrder } from './orders.ts'

const unpaidOf = (db: Reading, userId: string) =>
  db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('paid_at', 'is', null)

const countOf = prepared({ userId: '' }, (db, { userId }) =>
  unpaidOf(db, userId).select(({ fn }) => fn.countAll<number>().as('count')),
)

export async function count(db: Reading, userId: string): Promise<number> {
  const { rows } = await countOf(db, { userId })
  return rows[0]?.count ?? 0
}

/** Newest first, without pages because maxUnpaidOrders limits them. */
export async function list(db: Reading, userId: string): Promise<Order[]> {
  const rows = await unpaidOf(db, userId).select(orderColumns).orderBy('id', 'desc').execute()
  return rows.map(toOrder)
}

export async function listIds(db: Reading, userId: string): Promise<string[]> {
  const rows = await unpaidOf(db, userId).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}
