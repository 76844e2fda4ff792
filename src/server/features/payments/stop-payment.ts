import { Refusal } from '#domain/refusal.ts'
import { type Cards, type KnownPayment, PaymentRefused } from '../../adapters/cards.ts'
import type { BookingRow, PaymentRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as bookings from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { settlePayment } from './settle-payment.ts'
import { startAt } from './start-payment.ts'

/**
 * Calls the live payment of an order off at the provider, so that a card is never charged for an order that goes
 * away. When the money has come already, the order is settled instead.
 */
export async function stopPayment(deps: Deps, cards: Cards, bookingId: string): Promise<void> {
  const payment = await payments.findLive(deps.db.read, bookingId)
  const booking = payment && (await bookings.find(deps.db.read, bookingId))
  if (!booking) return
  const stopped = await stopAt(cards, booking, payment)
  if (!stopped) return deps.db.write(tx => payments.markCanceled(tx, payment.id, deps.now()))
  await settlePayment(deps, cards, { ...stopped, paymentId: payment.id })
  if (stopped.status === 'processing') {
    throw new Refusal(
      'payment_pending',
      'The payment of this order is being processed. Please wait a moment.',
    )
  }
}

/** Undefined when the provider has no such payment, and never took it. */
async function stopAt(
  cards: Cards,
  booking: BookingRow,
  payment: PaymentRow,
): Promise<KnownPayment | undefined> {
  if (payment.intent_id) return cards.cancel(payment.intent_id)
  try {
    // Its answer was lost: starting the same payment again tells which one it is.
    return await cards.cancel((await startAt(cards, booking, payment)).id)
  } catch (error) {
    if (error instanceof PaymentRefused) return undefined
    throw error
  }
}
