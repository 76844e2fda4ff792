import type { Order } from '#contract/orders.ts'
import { isSendable } from '#domain/order.ts'
import type { Reading } from '../db/schema/tables.ts'
import { toOrder } from './orders.ts'

/** What somebody has paid, and nobody has sent or given the money back for; the oldest first. */
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
