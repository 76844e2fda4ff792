import type { account } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { noteOwn } from '../../emails/notify-account-owner.ts'
import type { Visitor } from '../../http/address.ts'
import type { Client } from '../../http/client.ts'
import { countAnew } from '../../limits/code-limits.ts'
import { withRate } from '../../limits/rates.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as factors from '../../store/factors.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import * as mailedLinks from '../../store/mailed-links.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { checkPassword } from './check-password.ts'
import { usedOrOld } from './mailed-links.ts'

/**
 * Sets a new password with the link of an email, and ends all that the old one has opened. Whoever has the link reads
 * the account's mail, so the e-mail is proved by it: an account that somebody else had made with it is now its owner's.
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
  // Looked for first: hashing a password takes a while, and an invented link is not worth it.
  if (!(await mailedLinks.isGood(db.read, secretHash, 'reset', now()))) throw usedOrOld()
  await checkPassword(deps, password)
  const hash = await passwords.hash(password, visitor)
  await db.write(async tx => {
    const userId = await mailedLinks.take(tx, secretHash, 'reset', now())
    const user = userId && (await users.find(tx, userId))
    if (!user) throw usedOrOld()
    const removedFactors = await distrustFactors(tx, deps, user)
    // Nor does whoever made it come back by an account elsewhere.
    if (user.email_verified_at === null) await linkedAccounts.unlinkAll(tx, user.id)
    await users.setPassword(tx, user.id, hash, now())
    await countAnew(tx, user.id, now())
    await sessions.endAll(tx, user.id)
    const more = removedFactors ? { 'Passkeys and codes': factorsWent } : {}
    const change = { userId: user.id, what: 'password_changed', from, now: now(), more } as const
    await noteOwn(tx, deps, change, { by: 'email' })
  })
}

const factorsWent =
  'Those that were added lately were removed, in case that was not you. If it was, please add them again.'

/** So long the owner has to notice that somebody else has put a factor in front of their account. */
const newFactorMs = 7 * 86_400_000

/**
 * Whoever made the account with an e-mail that is not theirs has no way in any more. Nor has whoever was at somebody's open
 * browser and has added the first factors of their account: else they kept the owner out for good. What has been there for
 * longer stays, and stands against whoever has got into the mailbox; so does all that the shop requires of its admins. True
 * where something went.
 */
async function distrustFactors(tx: Writing, { config, now }: Deps, user: UserRow): Promise<boolean> {
  const oldest = await factors.since(tx, user.id)
  const isRequired = user.admin_since !== null && config.adminSecondFactor === 'required'
  const areNew = oldest !== undefined && oldest >= now() - newFactorMs && !isRequired
  if (user.email_verified_at !== null && !areNew) return false
  await factors.removeAll(tx, user.id)
  return oldest !== undefined
}
