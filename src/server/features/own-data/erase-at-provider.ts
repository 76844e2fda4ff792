import type { Deps } from '../../deps.ts'
import * as erasures from '../../store/erasures.ts'

/**
 * Removes a user's email from their payments at the card provider, one by one, so that a failure affects only one payment.
 * Can be repeated until it succeeds; payments in processing are done later.
 */
export async function eraseAtProvider({ db, cards, now }: Deps, userId: string): Promise<void> {
  const intents = await erasures.listIntents(db.read, userId)
  if (intents.length > 0 && !cards) return
  const problems: unknown[] = []
  let isDone = true
  for (const { intentId } of intents)
    try {
      if (!(await cards?.forgetCustomer(intentId))) isDone = false
    } catch (error) {
      problems.push(error)
    }
  const note = isDone && problems.length === 0 ? erasures.setDoneAtProvider : erasures.setTried
  await db.write(tx => note(tx, userId, now()))
  if (problems.length > 0)
    throw new AggregateError(problems, 'Some payments of an erased account still carry its email')
}

/**
 * The same for payments that are about to be canceled, because they cannot be changed afterwards. eraseAtProvider retries
 * failures.
 */
export async function eraseFromOpenPayments({ db, cards }: Deps, userId: string): Promise<void> {
  if (!cards || !(await erasures.isPendingAtProvider(db.read, userId))) return
  for (const { intentId, isOpen } of await erasures.listIntents(db.read, userId))
    if (isOpen) await cards.forgetCustomer(intentId).catch(() => false)
}
