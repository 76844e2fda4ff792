import type { Actor } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import { canUndoRemoval } from '#domain/removal.ts'
import { isUniqueViolation } from '../../db/engine/faults.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as audit from '../../store/audit.ts'
import * as removals from '../../store/removals.ts'
import * as users from '../../store/users.ts'
import { unknownUser } from './remove-user.ts'

/**
 * Undoes the removal of a user within a few seconds: only their sessions are gone. Returns their id. A retry after a lost
 * response finds them present.
 */
export async function bringBackUser({ db, now }: Deps, by: Actor, email: string): Promise<string> {
  try {
    return await db.write(tx => bringBack(tx, by, email, now()))
  } catch (error) {
    // Somebody has signed up since this transaction looked.
    throw isUniqueViolation(error) ? emailTaken() : error
  }
}

async function bringBack(tx: Writing, by: Actor, email: string, now: number): Promise<string> {
  const present = await users.findByEmail(tx, email)
  const removed = await removals.findUnfinished(tx, email)
  const canUndo = removed && canUndoRemoval(removed.removed_at ?? 0, now)
  if (present && canUndo) throw emailTaken()
  if (present) return present.id
  if (!removed) throw unknownUser()
  if (!canUndo) throw tooLate()
  await removals.bringBack(tx, removed.id)
  await audit.note(tx, by, 'user_brought_back', { user: removed.id }, now)
  return removed.id
}

const emailTaken = () =>
  new Refusal(
    'email_taken',
    'Someone has signed up with this email in the meantime, so the user stays removed.',
  )

const tooLate = () => new Refusal('too_late', 'It is too late to restore this user.')
