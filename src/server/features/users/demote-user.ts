import type { Actor } from '#domain/audit.ts'
import type { Writing } from '../../db/schema/tables.ts'
import * as audit from '../../store/audit.ts'
import * as users from '../../store/users.ts'
import { lastAdmin, unknownUser } from './remove-user.ts'

/** Takes the admin role from a user, oneself included; whoever has none stays without. The last admin keeps it. */
export async function demoteUser(tx: Writing, by: Actor, email: string, now: number): Promise<void> {
  const user = await users.findByEmail(tx, email)
  if (!user) throw unknownUser()
  const result = await users.revokeAdmin(tx, user.id)
  if (result === 'last') throw lastAdmin()
  if (result === 'taken') await audit.note(tx, by, 'role_taken', { user: user.id }, now)
}
