import { formatNumber } from '#domain/order-number.ts'
import type { Reading } from '../db/schema/tables.ts'

/** The contents and the buyer of a payment. */
export interface PaymentContents {
  itemName: string | null
  email: string | null
  orderId: string | null
  /** The displayed order number; empty without an order. */
  number: string
}

/** Keyed by the provider's payment ids. Read from the orders or, for unmatched payments, from the provider's data. */
export async function contentsOfPayments(
  db: Reading,
  intentIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentContents[]>> {
  if (intentIds.length === 0) return new Map()
  const orders = await db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .select(['payments.intent_id', 'orders.id', 'orders.number', 'orders.item_name', 'orders.email'])
    .where('payments.intent_id', 'in', [...new Set(intentIds)])
    .orderBy('orders.id')
    .execute()
  const unmatched = await db
    .selectFrom('unmatched_payments')
    .selectAll()
    .where('intent_id', 'in', [...new Set(intentIds)])
    .execute()
  const ordered = Map.groupBy(orders, ({ intent_id }) => intent_id ?? '')
  return new Map([
    ...unmatched.map(({ intent_id, description, email }): [string, PaymentContents[]] => [
      intent_id,
      [{ itemName: description, email, orderId: null, number: '' }],
    ]),
    ...[...ordered].map(([intentId, rows]): [string, PaymentContents[]] => [
      intentId,
      rows.map(({ id, number, item_name, email }) => ({
        itemName: item_name,
        email,
        orderId: id,
        number: formatNumber(number),
      })),
    ]),
  ])
}

const paidOrders = (db: Reading, userId: string) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .where('paid_at', 'is not', null)
    .limit(1)

/** Whether the user has ever paid money for an order, even if it was refunded later. */
export const hasEverPaid = async (db: Reading, userId: string): Promise<boolean> =>
  (await paidOrders(db, userId).where('paid_minor', '>', 0).executeTakeFirst()) !== undefined

/** Whether the user has ever bought an item, if only with a voucher, even if it was refunded later. */
export const hasEverBought = async (db: Reading, userId: string, itemId: string): Promise<boolean> =>
  (await paidOrders(db, userId).where('item_id', '=', itemId).executeTakeFirst()) !== undefined
