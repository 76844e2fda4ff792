import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../adapters/cards.ts'
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
  // Without the provider's id its answer was lost: starting the same payment again tells it.
  const intentId = payment.intent_id ?? (await startAt(cards, booking, payment)).id
  const stopped = await cards.cancel(intentId)
  await settlePayment(deps, cards, { ...stopped, paymentId: payment.id })
  if (stopped.status === 'processing') {
    throw new Refusal(
      'payment_pending',
      'The payment of this order is being processed. Please wait a moment.',
    )
  }
}
