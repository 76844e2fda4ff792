import { Refusal } from '#domain/refusal.ts'
import type { Reading } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { isVerifiedEmailRequired } from '../../sessions/email-required.ts'
import * as factors from '../../store/factors.ts'
import * as users from '../../store/users.ts'

/** Whether the user must still verify their email. */
export const mustVerifyEmail = async (deps: Deps, db: Reading, userId: string): Promise<boolean> =>
  isVerifiedEmailRequired(deps) && (await users.find(db, userId))?.email_verified_at === null

/** Refuses the first factor of an account that must verify its email first. Users with an existing factor may change it. */
export async function requireVerifiedEmail(deps: Deps, db: Reading, userId: string): Promise<void> {
  if ((await mustVerifyEmail(deps, db, userId)) && !(await factors.hasStrong(db, userId)))
    throw new Refusal(
      'email_unverified',
      'Confirm your email first: choose “Send me the link” in My Profile, open the link in the email, then come back.',
    )
}
