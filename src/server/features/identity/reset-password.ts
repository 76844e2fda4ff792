import type { account } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { recordOwnChange } from '../../emails/notify-account-owner.ts'
import type { Visitor } from '../../http/address.ts'
import type { Client } from '../../http/client.ts'
import { resetCodeLimits } from '../../limits/code-limits.ts'
import { withRate } from '../../limits/rates.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as factors from '../../store/factors.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import * as mailedLinks from '../../store/mailed-links.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { checkPassword } from './check-password.ts'
import { linkExpired } from './mailed-links.ts'

/**
 * Sets a new password by an emailed link, and ends everything that the old one gave access to. The link proves that the user
 * reads the mailbox, so the email is verified: an account that someone else created with it now belongs to its owner.
 */
export async function resetPassword(
  deps: Deps,
  typed: BodyOf<typeof account.reset>,
  visitor: Visitor,
  from: Client,
): Promise<void> {
  const limit = { name: `reset from ${visitor.address}`, most: 100 * visitor.times, withinMs: 3_600_000 }
  return withRate(deps, [limit], () => reset(deps, typed, visitor, from))
}

async function reset(
  deps: Deps,
  { token, password }: BodyOf<typeof account.reset>,
  visitor: Visitor,
  from: Client,
): Promise<void> {
  const { db, now, passwords } = deps
  const secretHash = tokenHash(token)
  // Checked first, because hashing is too expensive for an invented link.
  if (!(await mailedLinks.isValid(db.read, secretHash, 'reset', now()))) throw linkExpired()
  await checkPassword(deps, password)
  const hash = await passwords.hash(password, visitor)
  await db.write(async tx => {
    const userId = await mailedLinks.take(tx, secretHash, 'reset', now())
    const user = userId && (await users.find(tx, userId))
    if (!user) throw linkExpired()
    const removedFactors = await removeUntrustedFactors(tx, deps, user)
    // The person who created the account must not return by a linked account either.
    if (user.email_verified_at === null) await linkedAccounts.unlinkAll(tx, user.id)
    await users.setPassword(tx, user.id, hash, now())
    await resetCodeLimits(tx, user.id, now())
    await sessions.endAll(tx, user.id)
    const more = removedFactors ? { 'Passkeys and codes': hasRemovedFactors } : {}
    const change = { userId: user.id, what: 'password_changed', from, now: now(), more } as const
    await recordOwnChange(tx, deps, change, { by: 'email' })
  })
}

const hasRemovedFactors =
  'Recently added ones were removed, in case it was not you who added them. If it was, add them again.'

/** How long an owner has to notice a factor that someone else added to their account. */
const newFactorMs = 7 * 86_400_000

/**
 * Removes factors that may not be the owner's: all factors of an account with an unverified email, and first factors added
 * in the last week, perhaps at an open browser, which would lock the owner out for good. Older factors stay, because they
 * protect the account from someone who got into the mailbox; so do all factors that the shop requires of its admins. True if
 * any were removed.
 */
async function removeUntrustedFactors(tx: Writing, { config, now }: Deps, user: UserRow): Promise<boolean> {
  const oldest = await factors.since(tx, user.id)
  const isRequired = user.admin_since !== null && config.adminSecondFactor === 'required'
  const areNew = oldest !== undefined && oldest >= now() - newFactorMs && !isRequired
  if (user.email_verified_at !== null && !areNew) return false
  await factors.removeAll(tx, user.id)
  return oldest !== undefined
}
