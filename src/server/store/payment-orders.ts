import type { OrderRow, PaymentOrderRow, Reading, Writing } from '../db/schema/tables.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'

/** An order with its part of a payment. */
export interface PaymentPart extends PaymentOrderRow {
  order: OrderRow
}

/** The orders of a payment with their amounts, sorted by id. Both are fixed when it is opened. */
export function listOf(db: Reading, paymentId: string): Promise<PaymentOrderRow[]> {
  return db
    .selectFrom('payment_orders')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('order_id')
    .execute()
}

/** The full order rows of a payment. */
export async function findOrders(db: Reading, paymentId: string): Promise<OrderRow[]> {
  return db
    .selectFrom('payment_orders')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .selectAll('orders')
    .where('payment_orders.payment_id', '=', paymentId)
    .orderBy('orders.id')
    .execute()
}

/** The orders of a payment that were paid with it. */
export async function ordersPaidWith(db: Reading, paymentId: string): Promise<OrderRow[]> {
  const payment = await payments.find(db, paymentId)
  return payment
    ? (await findOrders(db, paymentId)).filter(order => isPaidWith(order, payment.intent_id))
    : []
}

/** The orders of a payment, locked by id until the end of the transaction (orders.lockAll). */
export async function lock(tx: Writing, paymentId: string): Promise<PaymentPart[]> {
  const parts: PaymentPart[] = []
  for (const row of await listOf(tx, paymentId)) {
    const order = await orders.lock(tx, row.order_id)
    if (order) parts.push({ ...row, order })
  }
  return parts
}

/** Whether the order was paid with this payment, even if it was refunded later. */
export const isPaidWith = (
  { paid_at, transaction_id }: Pick<OrderRow, 'paid_at' | 'transaction_id'>,
  intentId: string | null,
): boolean => paid_at !== null && transaction_id === intentId
