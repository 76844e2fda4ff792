import { keptAmountOf, type OrderMoney } from '#domain/order.ts'
import type { OrderRow, Writing } from '../db/schema/tables.ts'

/** The amount that the card provider can still refund: nothing while a dispute is open or after it was lost. */
export const refundableOf = (order: OrderMoney & Pick<OrderRow, 'refunds_blocked_at'>): number =>
  order.refunds_blocked_at === null ? keptAmountOf(order) : 0

/** The totals of the refunds and disputes of an order's payment. */
export type RefundColumns = Pick<
  OrderRow,
  | 'refunded_minor'
  | 'refunded_at'
  | 'refund_pending_minor'
  | 'refund_failed_at'
  | 'disputed_at'
  | 'refunds_blocked_at'
  | 'dispute_lost_minor'
>

/** Updates the refund totals of a paid order. */
export async function setRefundColumns(tx: Writing, id: string, back: RefundColumns): Promise<void> {
  await tx.updateTable('orders').set(back).where('id', '=', id).execute()
}

/** Since when payment of the order is blocked by an unmatched charge that names it; null if it is not. */
export async function setUnmatched(tx: Writing, id: string, since: number | null): Promise<void> {
  await tx.updateTable('orders').set({ payment_unmatched_at: since }).where('id', '=', id).execute()
}
