import type { Deps } from '../../deps.ts'
import * as erasures from '../../store/erasures.ts'

/**
 * Takes somebody's e-mail out of their payments at the card provider: out of each by itself, so that one which fails keeps it
 * in no other. May be done again until it is through; what the provider is still working on comes later.
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
    throw new AggregateError(problems, 'Some payments of an erased account still carry its e-mail')
}

/**
 * The same for payments that are about to be called off: nothing can be changed in them then. What fails is tried by
 * eraseAtProvider once more.
 */
export async function forgetInOpen({ db, cards }: Deps, userId: string): Promise<void> {
  if (!cards || !(await erasures.isPendingAtProvider(db.read, userId))) return
  for (const { intentId, isOpen } of await erasures.listIntents(db.read, userId))
    if (isOpen) await cards.forgetCustomer(intentId).catch(() => false)
}
