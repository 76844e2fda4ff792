import type { Actor } from '#domain/audit.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import * as adminNotices from '../../store/admin-notices.ts'
import * as audit from '../../store/audit.ts'
import * as users from '../../store/users.ts'
import { unknownUser } from './remove-user.ts'

interface Promotion {
  by: Actor
  email: string
  now: number
  /** Promotes only verified emails, because anyone can sign up with someone else's. */
  onlyVerified: boolean
}

/** Whether an email address can be verified, by an email or by a provider. If not, verification is not required. */
export const canProveEmail = ({ mail, google, github, oidc, firebase }: Record<Prover, unknown>): boolean =>
  [mail, google, github, oidc, firebase].some(prover => prover !== undefined)

type Prover = 'mail' | 'google' | 'github' | 'oidc' | 'firebase'

/** Makes a user an admin. Does nothing if they already are. */
export async function promoteUser(
  tx: Writing,
  { by, email, now, onlyVerified }: Promotion,
): Promise<UserRow> {
  const isFirst = !(await users.hasAdmin(tx))
  const admin = await users.makeAdmin(tx, email, now)
  if (!admin) throw unknownUser()
  // The refusal rolls back the promotion.
  if (onlyVerified && admin.email_verified_at === null && admin.admin_since === now) {
    throw new Refusal(
      'email_unverified',
      'This user has not confirmed their email address yet. They can do so in My Profile with a link by email, or by signing in once with a Google, GitHub or other account that has this email.',
    )
  }
  if (isFirst) await adminNotices.chooseForFirst(tx, admin.id, now)
  if (admin.admin_since === now) await audit.note(tx, by, 'role_given', { user: admin.id }, now)
  return admin
}
