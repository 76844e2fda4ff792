import { accountGone, type Caller } from '#domain/access.ts'
import type { Actor } from '#domain/audit.ts'
import { customer } from '#domain/order-event.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { passwordChecks, withRate } from '../../limits/rates.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as users from '../../store/users.ts'
import { recordRefused } from '../identity/record-refused.ts'
import { closeAccount } from '../users/remove-user.ts'
import { eraseAtFirebase, isAtFirebase } from './erase-at-firebase.ts'
import { eraseAtProvider } from './erase-at-provider.ts'
import { eraseFiles, eraseUser } from './erase-user.ts'

const quarter = 15 * 60_000

/** A user without a password must have signed in within this time. */
const freshMs = 10 * 60_000

const wrongPasswordReason = 'wrong password, to close the account'

interface Proof {
  visitor: Visitor
  password: string | undefined
  /** When the caller last proved their identity. */
  provedAt: number
}

/**
 * Erases the caller's account. When this returns, the shop has no data about them; jobs finish what still waits for the card
 * provider. `onLeft` receives the reasons.
 */
export async function eraseAccount(
  deps: Deps,
  caller: Caller,
  proof: Proof,
  onLeft: (error: unknown) => void,
): Promise<void> {
  const { db, now } = deps
  const user = await users.find(db.read, caller.userId)
  if (!user) throw accountGone()
  await checkProof(deps, user, proof, caller)
  await db.write(tx => eraseUser(tx, { by: caller, userId: user.id, now: now() }))
  await eraseFiles(deps, user, onLeft)
  await closeAccount(deps, user.id, customer).catch(onLeft)
  await eraseAtProvider(deps, user.id).catch(onLeft)
}

/** Checks the caller's identity, and deletes the account at Firebase if the password is there. */
async function checkProof(
  deps: Deps,
  user: UserRow,
  { password, provedAt, visitor }: Proof,
  whose: Actor,
): Promise<void> {
  const { db, now, passwords, firebase } = deps
  const limit = { name: `erase ${user.id}`, most: 10, withinMs: quarter }
  if (firebase && (await isAtFirebase(deps, user))) {
    const erase = () => eraseAtFirebase(deps, firebase, user, password)
    return withRate(deps, [limit], () => erase().catch(error => noteWrong(deps, whose, error)))
  }
  // With an external provider for passwords, the shop ignores a hash that it still has.
  if (user.password_hash === null || firebase) {
    if (now() - provedAt > freshMs)
      throw new Refusal(
        'proof_missing',
        'Sign out and sign in again so that we know it’s you. Then come back here within ten minutes.',
      )
    return
  }
  const stored = user.password_hash
  const { matches } = await withRate(deps, [limit, passwordChecks(visitor)], () =>
    passwords.verify(password ?? '', stored, visitor),
  )
  if (!matches) {
    await recordRefused(deps, whose, wrongPasswordReason, 'proof_refused')
    throw new Refusal('wrong_password', 'This is not your password.', {
      fields: { password: 'This is not your password.' },
    })
  }
  await db.write(tx => rateCounters.giveBack(tx, limit.name))
}

async function noteWrong(deps: Deps, whose: Actor, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.code === 'wrong_password')
    await recordRefused(deps, whose, wrongPasswordReason, 'proof_refused')
  throw error
}
