import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { PaymentRow } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as payments from '../../../store/payments.ts'
import { settlePayment } from '../settle/settle-payment.ts'

/** Cancels the live payment of an order, so that a card is never charged for a removed order. */
export async function cancelPaymentOf(deps: Deps, cards: Cards, orderId: string): Promise<void> {
  const payment = await payments.findLive(deps.db.read, orderId)
  if (payment) await cancelPayment(deps, cards, payment)
}

/**
 * Cancels a live payment at the provider, which releases all its orders. If the money has already arrived, settles them
 * instead.
 */
export async function cancelPayment(
  deps: Deps,
  cards: Cards,
  { id, intent_id: intentId }: Pick<PaymentRow, 'id' | 'intent_id'>,
): Promise<void> {
  if (!intentId) {
    if (await deps.db.write(tx => payments.closeUnstarted(tx, id, deps.now()))) return
    // The provider has answered in the meantime, so there is something to cancel; or another process has closed it.
    const answered = await payments.find(deps.db.read, id)
    return answered?.intent_id && answered.canceled_at === null
      ? cancelPayment(deps, cards, answered)
      : undefined
  }
  const stopped = await cards.cancel(intentId)
  if (!stopped) return deps.db.write(tx => payments.markCanceled(tx, id, deps.now()))
  await settlePayment(deps, cards, stopped, 'reconciler')
  if (stopped.status === 'processing') {
    throw new Refusal(
      'payment_pending',
      'The payment of this order is being processed. Please wait a moment.',
    )
  }
}
