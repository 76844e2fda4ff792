import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../adapters/cards.ts'
import type { Deps } from '../../deps.ts'
import * as payments from '../../store/payments.ts'
import { settlePayment } from './settle-payment.ts'

/**
 * Calls the live payment of an order off at the provider, so that a card is never charged for an order that goes
 * away. When the money has come already, the order is settled instead.
 */
export async function stopPayment(deps: Deps, cards: Cards, orderId: string): Promise<void> {
  const payment = await payments.findLive(deps.db.read, orderId)
  if (!payment) return
  if (!payment.intent_id) {
    if (await deps.db.write(tx => payments.closeUnstarted(tx, payment.id, deps.now()))) return
    // The provider has answered meanwhile: now there is something to call off.
    return stopPayment(deps, cards, orderId)
  }
  const stopped = await cards.cancel(payment.intent_id)
  if (!stopped) return deps.db.write(tx => payments.markCanceled(tx, payment.id, deps.now()))
  await settlePayment(deps, cards, { ...stopped, paymentId: payment.id }, 'reconciler')
  if (stopped.status === 'processing') {
    throw new Refusal(
      'payment_pending',
      'The payment of this order is being processed. Please wait a moment.',
    )
  }
}
