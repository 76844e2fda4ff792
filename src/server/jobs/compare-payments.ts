import type { Cards } from '../adapters/cards.ts'
import type { Deps } from '../deps.ts'
import { compareWithProvider } from '../features/payments/reconcile/compare-with-provider.ts'
import { mendDifference } from '../features/payments/reconcile/mend-difference.ts'

/** Banks return failed refunds within a month. */
export const comparedDays = 35

const day = 86_400_000

/**
 * Compares with the provider's list once a day and after every start: finds payments, refunds and disputes that the
 * shop has lost, as after restoring an older backup. Returns the differences that it could not fix.
 */
export async function comparePayments(deps: Deps, cards: Cards, stopped?: AbortSignal): Promise<string[]> {
  const left: string[] = []
  const since = deps.now() - comparedDays * day
  for await (const difference of compareWithProvider(deps.db.read, cards, since)) {
    if (stopped?.aborted) return left
    if (!(await mendDifference(deps, cards, difference))) left.push(difference.sentence)
  }
  return left
}
