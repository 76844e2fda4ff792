import type { Actor } from '#domain/audit.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as audit from '../../store/audit.ts'
import * as users from '../../store/users.ts'
import { lastAdmin, unknownUser } from './remove-user.ts'

/**
 * Revokes the admin role of a user, possibly the caller's own. Revoking the role of a non-admin changes nothing. The last
 * admin cannot be demoted.
 */
export async function demoteUser(tx: Writing, by: Actor, email: string, now: number): Promise<void> {
  const user = await users.findByEmail(tx, email)
  if (!user) throw unknownUser()
  const result = await users.revokeAdmin(tx, user.id)
  if (result === 'last') throw lastAdmin()
  if (result === 'taken') await audit.note(tx, by, 'role_taken', { user: user.id }, now)
}
