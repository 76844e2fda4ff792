import type { Cards } from '../adapters/cards.ts'
import type { PaymentRow } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { refundPayment } from '../features/payments/refund-payment.ts'
import { settlePayment } from '../features/payments/settle-payment.ts'
import { startAt } from '../features/payments/start-payment.ts'
import { stopPayment } from '../features/payments/stop-payment.ts'
import * as bookings from '../store/bookings.ts'
import * as payments from '../store/payments.ts'

/** News usually come by themselves within seconds; a payment that was quiet this long is asked about. */
const quietMs = 45_000
const atOnce = 50

/**
 * Asks the provider about payments nobody has heard of for a while, calls off those whose order has lapsed, and
 * tries refunds again. Money is found even when every message about it was lost.
 */
export async function reconcilePayments(deps: Deps, cards: Cards): Promise<void> {
  const problems: unknown[] = []
  // Noted before it is tried: one that always fails must not keep the others from their turn.
  const attempt = async (payment: PaymentRow, work: () => Promise<unknown>) => {
    await deps.db.write(tx => payments.markChecked(tx, payment.id, deps.now()))
    await work().catch(error => problems.push(error))
  }
  for (const payment of await payments.listUnchecked(deps.db.read, deps.now() - quietMs, atOnce)) {
    await attempt(payment, () => reconcile(deps, cards, payment))
  }
  for (const payment of await payments.listRefundsDue(deps.db.read, atOnce)) {
    await attempt(payment, () => refundPayment(deps, cards, payment.id))
  }
  if (problems.length > 0) throw new AggregateError(problems, 'Some payments could not be checked')
}

async function reconcile(deps: Deps, cards: Cards, payment: PaymentRow): Promise<void> {
  const booking = await bookings.find(deps.db.read, payment.booking_id)
  if (!booking) return
  if (booking.removed_at !== null || booking.held_until <= deps.now())
    return stopPayment(deps, cards, booking.id)
  const news = payment.intent_id
    ? await cards.find(payment.intent_id)
    : await startAt(cards, booking, payment)
  if (news) await settlePayment(deps, cards, { ...news, paymentId: payment.id })
}
