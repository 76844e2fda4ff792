import type { Actor } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as removals from '../../store/removals.ts'
import type { NewEvent } from '../../store/timeline.ts'
import * as unpaidOrders from '../../store/unpaid-orders.ts'
import * as users from '../../store/users.ts'
import { removeOrder } from '../orders/remove-order.ts'
import { eraseFromOpenPayments } from '../own-data/erase-at-provider.ts'

/**
 * Removes a user: once this transaction ends they are signed out, cannot order (users.lock), and their email is free for a
 * new account. Everything else stays until jobs/close-accounts finishes the removal, so that it can be undone.
 */
export const removeUser = ({ db, now }: Deps, by: Actor, email: string): Promise<void> =>
  db.write(async tx => {
    const id = await remove(tx, email, now())
    await audit.note(tx, by, 'user_removed', { user: id }, now())
  })

async function remove(tx: Writing, email: string, now: number): Promise<string> {
  const user = await users.findByEmail(tx, email)
  if (!user) throw unknownUser()
  // Called before this user's own row is changed: every removal of an admin locks the rows in the same order.
  const replaceable = await users.hasOtherAdmin(tx, user.id)
  const removed = await removals.begin(tx, user.id, now)
  if (!removed) throw unknownUser()
  if (removed.admin_since !== null && !replaceable) throw lastAdmin()
  return user.id
}

export const lastAdmin = () =>
  new Refusal('last_admin', 'This is the last admin. Make someone else an admin first.')

export const unknownUser = () => new Refusal('not_found', 'There is no user with this email.')

/**
 * Cancels the unpaid orders of a removed user. They cannot place new ones, so this can be repeated until it succeeds. If it
 * fails now, for example because the card provider is down, jobs/close-accounts finishes it.
 */
export async function closeAccount(deps: Deps, userId: string, by: NewEvent['who']): Promise<void> {
  const problems: unknown[] = []
  await eraseFromOpenPayments(deps, userId)
  for (const id of await unpaidOrders.listIds(deps.db.read, userId)) {
    await removeOrder(deps, userId, id, by).catch(error => problems.push(error))
  }
  // Orders paid in the meantime stay: only unpaid ones count.
  const left = await unpaidOrders.count(deps.db.read, userId)
  if (left > 0) throw new AggregateError(problems, 'Some orders of a removed user could not be canceled yet')
  await deps.db.write(tx => removals.setClosed(tx, userId, deps.now()))
}
