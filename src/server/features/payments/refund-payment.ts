import type { Cards } from '../../adapters/cards.ts'
import type { Deps } from '../../deps.ts'
import * as bookings from '../../store/bookings.ts'
import * as outbox from '../../store/outbox.ts'
import * as payments from '../../store/payments.ts'
import { refundNotice } from './letters.ts'

/** Gives back money that could not be kept, once. What fails here stays due and is tried again by the reconciler. */
export async function refundPayment(
  { db, now, metrics }: Deps,
  cards: Cards,
  paymentId: string,
): Promise<void> {
  const payment = await payments.find(db.read, paymentId)
  if (!payment?.intent_id || payment.refund_due_at === null || payment.refunded_at !== null) return
  const refundId = await cards.refund(payment.intent_id, payment.id)
  const isFirst = await db.write(async tx => {
    const booking = await bookings.lock(tx, payment.booking_id)
    const first = await payments.markRefunded(tx, payment.id, refundId, now())
    if (first && booking) await outbox.add(tx, refundNotice(booking, payment), now())
    return first
  })
  if (isFirst) metrics.payments.add('refunded')
}
