import type { Writing } from '../../db/tables.ts'
import * as users from '../../store/users.ts'
import { lastAdmin, unknownUser } from './remove-user.ts'

/** Takes the admin role from a user, oneself included; whoever has none stays without. The last admin keeps it. */
export async function demoteUser(tx: Writing, email: string): Promise<void> {
  const user = await users.findByEmail(tx, email)
  if (!user) throw unknownUser()
  if (!(await users.revokeAdmin(tx, user.id))) throw lastAdmin()
}
