import type { Order } from '#contract/orders.ts'
import { isSendable } from '#domain/order.ts'
import type { Reading } from '../db/schema/tables.ts'
import { toOrder } from './orders.ts'

/** The user's paid orders that are neither sent nor refunded; oldest first. */
export async function list(db: Reading, userId: string): Promise<Order[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('paid_at', 'is not', null)
    .where('sent_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(toOrder).filter(isSendable)
}
