import { accountGone, type Caller } from '#domain/access.ts'
import type { Deps } from '../../deps.ts'
import { confirmAddressEmail } from '../../emails/account-emails.ts'
import type { Visitor } from '../../http/address.ts'
import { allowMorePlusAddresses, countEmail, withheldEmail } from '../../limits/email-limits.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as audit from '../../store/audit.ts'
import * as mailedLinks from '../../store/mailed-links.ts'
import * as outbox from '../../store/outbox.ts'
import * as users from '../../store/users.ts'
import { linkExpired, newLink } from './mailed-links.ts'

/** Writes an email with a verification link, unless the caller's email address is already verified. */
export async function sendVerification(
  { db, now }: Deps,
  { userId }: Caller,
  { visitor, origin }: { visitor: Visitor; origin: string },
): Promise<void> {
  await db.write(async tx => {
    const user = await users.find(tx, userId)
    if (!user) throw accountGone()
    if (user.email_verified_at !== null) return
    const withheld = await countEmail(tx, user, { kind: 'verify', now: now(), visitor })
    if (withheld) throw withheldEmail(withheld, now())
    const link = await newLink(tx, 'verify', { userId, origin, now: now() })
    await outbox.add(tx, confirmAddressEmail(user, link), now())
  })
}

/**
 * Verifies the caller's email. It takes the session, too: someone who signs up with another person's email could get them
 * to open the link, and would keep the password of a verified account.
 */
export async function verifyEmail({ db, now }: Deps, caller: Caller, token: string): Promise<void> {
  const { userId } = caller
  await db.write(async tx => {
    const owner = await mailedLinks.take(tx, tokenHash(token), 'verify', now())
    // The refusal rolls back the use of the link.
    if (owner !== userId) throw linkExpired()
    await users.setVerified(tx, userId, now())
    await allowMorePlusAddresses(tx, caller.email)
    await audit.note(tx, caller, 'email_confirmed', {}, now())
  })
}
