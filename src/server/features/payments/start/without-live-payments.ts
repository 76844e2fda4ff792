import { Refusal } from '#domain/refusal.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { PaymentRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import { cancelPayment } from './cancel-payment.ts'

const maxTries = 3

export const concurrentChange = () =>
  new Refusal('payment_pending', 'This order is being changed. Please try again.')

/**
 * Runs `work`, which returns the live payments that are in its way; they are canceled at the provider, and it runs again.
 * Without a provider nothing is in its way.
 */
export async function withoutLivePayments<T extends object>(
  deps: Deps,
  cards: Cards | undefined,
  work: (tx: Writing) => Promise<T | readonly PaymentRow[]>,
): Promise<T> {
  for (let tries = 1; tries <= maxTries; tries++) {
    const done = await deps.db.write(work)
    if (!isList(done)) return done
    // In parallel: twenty sequential calls could exceed the request's time limit.
    if (cards) await Promise.all(done.map(payment => cancelPayment(deps, cards, payment)))
  }
  throw concurrentChange()
}

const isList = <T extends object>(done: T | readonly PaymentRow[]): done is readonly PaymentRow[] =>
  Array.isArray(done)
