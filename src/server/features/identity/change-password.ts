import type { account } from '#contract/account.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { recordOwnChange } from '../../emails/notify-account-owner.ts'
import type { Visitor } from '../../http/address.ts'
import type { Client } from '../../http/client.ts'
import { resetCodeLimits } from '../../limits/code-limits.ts'
import { passwordChecks, withRate } from '../../limits/rates.ts'
import type { Session } from '../../sessions/find-session.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { checkPassword } from './check-password.ts'
import { recordRefused } from './record-refused.ts'

interface PasswordChange {
  session: Session
  typed: BodyOf<typeof account.changePassword>
  from: Client
  visitor: Visitor
}

/**
 * Sets a new password. Requires the current one, because an open browser alone must not be enough. Ends all other sessions.
 * Returns the updated user.
 */
export async function changePassword(deps: Deps, change: PasswordChange): Promise<UserRow> {
  const tries = { name: `password of ${change.session.caller.userId}`, most: 10, withinMs: 15 * 60_000 }
  return withRate(deps, [tries, passwordChecks(change.visitor)], () => replace(deps, change, tries))
}

async function replace(
  deps: Deps,
  { session: { caller, tokenHash }, typed: { current, password }, from, visitor }: PasswordChange,
  tries: rateCounters.Limit,
): Promise<UserRow> {
  const { db, now, passwords, firebase } = deps
  const user = await users.find(db.read, caller.userId)
  const stored = user?.password_hash
  // With an external provider for passwords, the shop ignores a hash that it still has.
  if (!user || !stored || firebase) throw noPassword()
  if (!(await passwords.verify(current, stored, visitor)).matches) {
    const whose = { userId: user.id, address: from.address }
    await recordRefused(deps, whose, 'wrong password, to change it', 'proof_refused')
    throw wrongPassword()
  }
  await checkPassword(deps, password)
  const hash = await passwords.hash(password, visitor)
  await db.write(async tx => {
    // The check takes time, and the password may have been reset in the meantime.
    if (!(await users.replacePassword(tx, user.id, stored, hash))) throw wrongPassword()
    await rateCounters.giveBack(tx, tries.name)
    await resetCodeLimits(tx, user.id, now())
    await sessions.endAll(tx, user.id, tokenHash)
    await recordOwnChange(tx, deps, { userId: user.id, what: 'password_changed', from, now: now() })
  })
  return { ...user, password_hash: hash }
}

const wrongPassword = () =>
  new Refusal('wrong_password', 'This is not your current password.', {
    fields: { current: 'This is not your current password.' },
  })

const noPassword = () =>
  new Refusal(
    'wrong_password',
    'This account has no password yet. Get a link by email to choose one: “Forgot your password?” on the login page.',
  )
