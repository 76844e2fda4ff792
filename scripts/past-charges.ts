import type { PastCharge } from '../sandbox/stripe/past.ts'
import { readConfig } from '../src/server/config.ts'
import { openBeside } from '../src/server/db/existing.ts'
import type { Reading } from '../src/server/db/tables.ts'

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

/** Every payment that the shop has kept, the oldest first. */
export async function pastCharges(db: Reading): Promise<PastCharge[]> {
  const payments = await db
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .selectAll('payments')
    .select(['bookings.email', 'bookings.item_name', 'bookings.quantity'])
    .where('payments.kept_at', 'is not', null)
    .orderBy('payments.id')
    .execute()
  const refunds = await db.selectFrom('refunds').selectAll().where('succeeded_at', 'is not', null).execute()
  const refundsOf = Map.groupBy(refunds, ({ intent_id }) => intent_id)
  return payments.map(payment => ({
    intentId: payment.intent_id ?? '',
    amount: payment.amount_cents,
    currency: payment.currency,
    at: payment.created_at,
    description: `${payment.quantity} × ${payment.item_name}`,
    email: payment.email,
    metadata: { bookingId: payment.booking_id, paymentId: payment.id },
    refunds: (refundsOf.get(payment.intent_id ?? '') ?? []).map(
      ({ id, provider_id, amount_cents, created_at }) => ({
        id: provider_id ?? id,
        amount: amount_cents,
        at: created_at,
      }),
    ),
  }))
}
