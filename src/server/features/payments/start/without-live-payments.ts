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
 * `stuck` has the ids of those that could not be canceled: the bank is working on them, or there is no provider.
 */
export async function withoutLivePayments<T extends object>(
  deps: Deps,
  cards: Cards | undefined,
  work: (tx: Writing, stuck: ReadonlySet<string>) => Promise<T | readonly PaymentRow[]>,
): Promise<T> {
  const stuck = new Set<string>()
  const cancel = async (payment: PaymentRow): Promise<void> => {
    try {
      if (cards) await cancelPayment(deps, cards, payment)
      else stuck.add(payment.id)
    } catch (error) {
      if (!isPending(error) || stuck.has(payment.id)) throw error
      stuck.add(payment.id)
    }
  }
  for (let tries = 1; tries <= maxTries; tries++) {
    const done = await deps.db.write(tx => work(tx, stuck))
    if (!isList(done)) return done
    // In parallel: twenty sequential calls could exceed the request's time limit.
    await Promise.all(done.map(cancel))
  }
  throw concurrentChange()
}

const isList = <T extends object>(done: T | readonly PaymentRow[]): done is readonly PaymentRow[] =>
  Array.isArray(done)

const isPending = (error: unknown): boolean => error instanceof Refusal && error.code === 'payment_pending'
