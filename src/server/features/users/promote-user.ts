import type { Actor } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import * as audit from '../../store/audit.ts'
import * as users from '../../store/users.ts'
import { unknownUser } from './remove-user.ts'

interface Promotion {
  by: Actor
  email: string
  now: number
  /** Anybody can sign up with an e-mail that is not theirs: then only one that was proved gets the role. */
  onlyVerified: boolean
}

/** By an email, or by whoever vouches for it. Where nobody can prove an e-mail, nobody is asked to. */
export const canProveEmail = ({ mail, google, github, oidc, firebase }: Record<Prover, unknown>): boolean =>
  [mail, google, github, oidc, firebase].some(prover => prover !== undefined)

type Prover = 'mail' | 'google' | 'github' | 'oidc' | 'firebase'

/** Makes a user an admin; an admin stays one. */
export async function promoteUser(
  tx: Writing,
  { by, email, now, onlyVerified }: Promotion,
): Promise<UserRow> {
  const admin = await users.makeAdmin(tx, email, now)
  if (!admin) throw unknownUser()
  // Refusing undoes what was just done.
  if (onlyVerified && admin.email_verified_at === null && admin.admin_since === now) {
    throw new Refusal(
      'email_unverified',
      'Nobody has proved yet that this e-mail is theirs. They can do so in My Profile, by the link in an email, or by signing in once with an account elsewhere that has this e-mail.',
    )
  }
  if (admin.admin_since === now) await audit.note(tx, by, 'role_given', { user: admin.id }, now)
  return admin
}
