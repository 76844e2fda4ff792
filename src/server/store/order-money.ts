import type { OrderRow, Writing } from '../db/schema/tables.ts'

type Money = Pick<
  OrderRow,
  'paid_at' | 'total_cents' | 'refunded_cents' | 'refund_pending_cents' | 'dispute_lost_cents'
>

/** What the shop has kept of its payment, and nobody has asked for: never less than nothing. */
export const keptOf = (row: Money): number =>
  row.paid_at === null
    ? 0
    : Math.max(0, row.total_cents - row.refunded_cents - row.refund_pending_cents - row.dispute_lost_cents)

/** The same as far as the card provider takes refunds of it. */
export const refundableOf = (row: Money & Pick<OrderRow, 'refunds_blocked_at'>): number =>
  row.refunds_blocked_at === null ? keptOf(row) : 0

/** What the refunds and disputes of an order's payment come to. */
export type MoneyBackColumns = Pick<
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
export async function setMoneyBack(tx: Writing, id: string, back: MoneyBackColumns): Promise<void> {
  await tx.updateTable('orders').set(back).where('id', '=', id).execute()
}

/** Since when it may not be paid because of a charge that names it; null when it may. */
export async function setUnmatched(tx: Writing, id: string, since: number | null): Promise<void> {
  await tx.updateTable('orders').set({ payment_unmatched_at: since }).where('id', '=', id).execute()
}
