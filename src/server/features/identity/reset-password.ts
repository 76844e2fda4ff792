import type { account } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import type { Place } from '../../http/place.ts'
import { checkRate } from '../../limits/rates.ts'
import { tokenHash } from '../../sessions/tokens.ts'
import * as factors from '../../store/factors.ts'
import * as mailedLinks from '../../store/mailed-links.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { checkPassword } from './check-password.ts'
import { usedOrOld } from './mailed-links.ts'
import { noteOwn } from './tell-owner.ts'

/**
 * Sets a new password with the link of a letter, and ends all that the old one has opened. Whoever has the link reads
 * the account's mail, so the e-mail is proved by it: an account that somebody else had made with it is now its owner's.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: BodyOf<typeof account.reset>,
  { address, times }: Visitor,
  from: Place,
): Promise<void> {
  const { db, now, passwords } = deps
  const secretHash = tokenHash(token)
  await checkRate(deps, [{ name: `reset from ${address}`, most: 100 * times, withinMs: 3_600_000 }])
  // Looked for first: hashing a password takes a while, and an invented link is not worth it.
  if (!(await mailedLinks.isGood(db.read, secretHash, 'reset', now()))) throw usedOrOld()
  await checkPassword(deps, password)
  const hash = await passwords.hash(password)
  await db.write(async tx => {
    const userId = await mailedLinks.take(tx, secretHash, 'reset', now())
    const user = userId && (await users.find(tx, userId))
    if (!user) throw usedOrOld()
    // Whoever made it with an e-mail that is not theirs has no way in any more.
    if (user.email_verified_at === null) await factors.removeAll(tx, user.id)
    await users.setPassword(tx, user.id, hash, now())
    await sessions.endAll(tx, user.id)
    const news = { userId: user.id, what: 'password_changed', from, now: now() } as const
    await noteOwn(tx, deps, news, { by: 'letter' })
  })
}
