import { keptOf, type OrderMoney } from '#domain/order.ts'
import type { OrderRow, Writing } from '../db/schema/tables.ts'

/** What the card provider takes refunds of: nothing while a dispute is open or once it is lost. */
export const refundableOf = (order: OrderMoney & Pick<OrderRow, 'refunds_blocked_at'>): number =>
  order.refunds_blocked_at === null ? keptOf(order) : 0

/** What the refunds and disputes of an order's payment come to. */
export type RefundColumns = Pick<
  OrderRow,
  | 'refunded_cents'
  | 'refunded_at'
  | 'refund_pending_cents'
  | 'refund_failed_at'
  | 'disputed_at'
  | 'refunds_blocked_at'
  | 'dispute_lost_cents'
>

/** What became of the money of a paid order. */
export async function setRefundColumns(tx: Writing, id: string, back: RefundColumns): Promise<void> {
  await tx.updateTable('orders').set(back).where('id', '=', id).execute()
}

/** Since when it may not be paid because of a charge that names it; null when it may. */
export async function setUnmatched(tx: Writing, id: string, since: number | null): Promise<void> {
  await tx.updateTable('orders').set({ payment_unmatched_at: since }).where('id', '=', id).execute()
}
