import type { PastCharge } from '../sandbox/stripe/past.ts'
import { orderNotes } from '../src/server/adapters/cards-stripe-words.ts'
import { readConfig } from '../src/server/config.ts'
import { openBeside } from '../src/server/db/existing.ts'
import type { OrderRow, PaymentRow, Reading, RefundRow } from '../src/server/db/tables.ts'
import { described } from '../src/server/features/payments/open-payment.ts'
import { isPaidWith } from '../src/server/store/payment-orders.ts'

/**
 * A new demo has a past that its sandbox was not there for: the shop's own books tell the sandbox which cards were
 * charged, so that an admin can give that money back, too.
 */
export async function tellPast(sandboxUrl: string): Promise<void> {
  const db = await openBeside(readConfig(process.env))
  const charges = await pastCharges(db.read).finally(() => db.close())
  if (charges.length === 0) return
  const answer = await fetch(`${sandboxUrl}/stripe/past`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(charges),
  })
  if (!answer.ok) throw new Error(`The sandbox did not take note of the demo’s past: ${await answer.text()}`)
}

/** Every payment of which the shop has kept something, the oldest first. */
export async function pastCharges(db: Reading): Promise<PastCharge[]> {
  const payments = await db
    .selectFrom('payments')
    .selectAll()
    .where('succeeded_at', 'is not', null)
    .orderBy('id')
    .execute()
  const orders = Map.groupBy(
    await db
      .selectFrom('payment_orders')
      .innerJoin('bookings', 'bookings.id', 'payment_orders.booking_id')
      .selectAll('bookings')
      .select('payment_orders.payment_id')
      .orderBy('bookings.id')
      .execute(),
    ({ payment_id }) => payment_id,
  )
  const refunds = await db.selectFrom('refunds').selectAll().where('succeeded_at', 'is not', null).execute()
  const refundsOf = Map.groupBy(refunds, ({ intent_id }) => intent_id)
  return payments.flatMap(payment => {
    const paid = orders.get(payment.id) ?? []
    const isKept = paid.some(order => isPaidWith(order, payment.intent_id))
    return isKept ? chargeOf(payment, paid, refundsOf.get(payment.intent_id ?? '') ?? []) : []
  })
}

const chargeOf = (
  payment: PaymentRow,
  orders: readonly OrderRow[],
  refunds: readonly RefundRow[],
): PastCharge => ({
  intentId: payment.intent_id ?? '',
  amount: payment.received_cents ?? payment.amount_cents,
  currency: payment.currency,
  at: payment.created_at,
  description: described(orders),
  email: orders[0]?.email ?? '',
  metadata: { ...orderNotes(orders.map(({ id }) => id)), paymentId: payment.id },
  refunds: [...Map.groupBy(refunds, ({ id, provider_id }) => provider_id ?? id)].map(([id, parts]) => ({
    id,
    amount: parts.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    at: parts[0]?.created_at ?? 0,
  })),
})
