import type { Actor } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as orders from '../../store/orders.ts'
import type { NewEvent } from '../../store/timeline.ts'
import * as users from '../../store/users.ts'
import { removeOrder } from '../orders/remove-order.ts'
import { forgetInOpen } from '../own-data/erase-at-provider.ts'

/**
 * Removes a user: from the end of this transaction they are signed out, cannot order (users.lock) and have
 * made room for a new account with their e-mail. Answers the id, for closeAccount to cancel what they left unpaid.
 */
export const removeUser = ({ db, now }: Deps, by: Actor, email: string): Promise<string> =>
  db.write(async tx => {
    const id = await remove(tx, email, now())
    await audit.note(tx, by, 'user_removed', { user: id }, now())
    return id
  })

async function remove(tx: Writing, email: string, now: number): Promise<string> {
  const user = await users.findByEmail(tx, email)
  if (!user) throw unknownUser()
  // Asked before this user's own row is touched: whoever removes an admin takes the rows in the same order.
  const replaceable = await users.hasOtherAdmin(tx, user.id)
  const removed = await users.remove(tx, user.id, now)
  if (!removed) throw unknownUser()
  if (removed.admin_since !== null && !replaceable) throw lastAdmin()
  return user.id
}

export const lastAdmin = () =>
  new Refusal('last_admin', 'This is the last admin. Please make somebody else an admin first.')

export const unknownUser = () => new Refusal('not_found', 'There is no user with this e-mail.')

/**
 * Cancels what a removed user left unpaid. Nothing new can come, so this may be done again until it is through;
 * what fails now, because the card provider does not answer, say, is done by jobs/close-accounts.
 */
export async function closeAccount(deps: Deps, userId: string, by: NewEvent['who']): Promise<void> {
  const problems: unknown[] = []
  await forgetInOpen(deps, userId)
  for (const id of await orders.listUnpaidIds(deps.db.read, userId)) {
    await removeOrder(deps, userId, id, by).catch(error => problems.push(error))
  }
  // An order that was paid meanwhile could not be removed, and need not be: only what is still unpaid counts.
  const left = await orders.countUnpaid(deps.db.read, userId)
  if (left > 0) throw new AggregateError(problems, 'Some orders of a removed user could not be cancelled yet')
  await deps.db.write(tx => users.setClosed(tx, userId, deps.now()))
}
