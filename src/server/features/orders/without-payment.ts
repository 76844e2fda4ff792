import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { cancelPaymentOf } from '../payments/start/cancel-payment.ts'
import { explainOutage } from '../payments/start/provider-outage.ts'

const maxTries = 3

/**
 * Changes an order that has no live payment, so that a card is never charged for what the order was before. `work`
 * returns undefined if there is such a payment: it is canceled at the provider, and the work is tried again. A payment
 * that starts in the meantime is canceled too.
 */
export async function withoutPayment<T>(
  deps: Deps,
  id: string,
  notDone: string,
  work: (tx: Writing) => Promise<T | undefined>,
): Promise<T> {
  const { cards } = deps
  const words = (doesWhat: string) => `${notDone}, because the card provider ${doesWhat} right now.`
  for (let tries = 1; ; tries++) {
    const done = await deps.db.write(work)
    if (done !== undefined) return done
    if (tries > maxTries)
      throw new Refusal('payment_pending', 'This order is being paid right now. Please wait a moment.')
    if (cards) await explainOutage(words, () => cancelPaymentOf(deps, cards, id))
  }
}
