import type { ImportedCharge } from '../sandbox/stripe/import-charges.ts'
import { orderNotes } from '../src/server/adapters/stripe-objects.ts'
import { readConfig } from '../src/server/config.ts'
import { openWhileRunning } from '../src/server/db/open-existing.ts'
import type { Reading } from '../src/server/db/schema/tables.ts'
import { describeOrders } from '../src/server/features/payments/start/open-payment.ts'

/**
 * A new demo has a history that its sandbox does not know. So the sandbox imports the card charges from the shop's
 * books, and an admin can refund them.
 */
export async function importPastCharges(sandboxUrl: string): Promise<void> {
  const db = await openWhileRunning(readConfig(process.env))
  const charges = await pastCharges(db.read).finally(() => db.close())
  if (charges.length === 0) return
  const answer = await fetch(`${sandboxUrl}/stripe/import`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(charges),
  })
  if (!answer.ok)
    throw new Error(`The sandbox did not import the past charges of the demo: ${await answer.text()}`)
}

/** Every card payment of an order, the oldest first. In the history of a demo each payment is for one order. */
export async function pastCharges(db: Reading): Promise<ImportedCharge[]> {
  const paid = await db
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .selectAll('orders')
    .select(['payments.id as paymentId', 'payments.created_at as at', 'payments.currency'])
    .whereRef('orders.transaction_id', '=', 'payments.intent_id')
    .where('payments.method', '=', 'card')
    .orderBy('payments.id')
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('succeeded_at', 'is not', null).execute()
  const refundsOf = Map.groupBy(refunds, ({ order_id }) => order_id)
  return paid.map(({ paymentId, at, currency, ...order }) => ({
    intentId: order.transaction_id ?? '',
    amount: order.paid_minor ?? 0,
    currency,
    at,
    description: describeOrders([order]),
    email: order.email,
    metadata: { ...orderNotes({ orderIds: [order.id], delivery: order.paid_delivery_minor }), paymentId },
    refunds: (refundsOf.get(order.id) ?? []).map(({ provider_id, amount_minor, created_at }) => ({
      id: provider_id ?? '',
      amount: amount_minor,
      at: created_at,
    })),
  }))
}
