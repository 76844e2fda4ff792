import type { BodyOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { withRate } from '../../limits/rates.ts'
import { isDemoAccount, isDemoPassword } from '../../store/demo-ids.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as users from '../../store/users.ts'
import { findByTypedEmail } from './find-account.ts'
import { signInAtFirebase } from './firebase.ts'
import { knownDevice } from './known-device.ts'
import { proveKnownUser, writeProof } from './proof.ts'
import { recordRefused } from './record-refused.ts'

const quarter = 15 * 60_000

interface Rates {
  /** Limits on guesses. A successful sign-in does not count. */
  guesses: rateCounters.Limit[]
  /** Limits on all attempts, because each one costs a hash. */
  all: rateCounters.Limit[]
}

/**
 * The page distinguishes unknown users from wrong passwords (the spec), so three limits restrict guessing. A browser in which
 * this account has signed in before has its own limits, so that strangers cannot lock out the owner. Made-up emails create
 * no more rows than one IP address has attempts.
 */
function ratesFor(
  email: string,
  user: UserRow | undefined,
  { address, times }: Visitor,
  device: string | undefined,
): Rates {
  const limit = (whose: string, most: number) => ({ name: `sign-in ${whose}`, most, withinMs: quarter })
  if (user && device)
    return {
      guesses: [limit(`${user.id} by ${device}`, 10)],
      all: [limit(`${user.id} by known browsers`, 60 * times)],
    }
  return {
    guesses: [limit(`${user?.id ?? email} from ${address}`, 10), ...(user ? [limit(user.id, 100)] : [])],
    all: [limit(`from ${address}`, 300 * times)],
  }
}

interface SignIn extends BodyOf<typeof identity.signIn> {
  visitor: Visitor
  /** The cookie of known-device.ts. */
  deviceCookie: string | undefined
}

interface SignedIn {
  user: UserRow
  proof: string
}

export async function signIn(deps: Deps, wanted: SignIn): Promise<SignedIn> {
  const { email, visitor, deviceCookie } = wanted
  if (!deps.firebase) deps.passwords.checkRoom(visitor)
  const user = await findByTypedEmail(deps.db.read, email)
  const device = user && knownDevice(deviceCookie, { id: user.id, secret: user.password_hash })
  const { guesses, all } = ratesFor(email, user, visitor, device)
  return withRate(deps, [...guesses, ...all], () => checkTyped(deps, wanted, user, guesses))
}

async function checkTyped(
  deps: Deps,
  { email, password, visitor }: SignIn,
  user: UserRow | undefined,
  guesses: readonly rateCounters.Limit[],
): Promise<SignedIn> {
  const { db, now, passwords } = deps
  // Attempts that a limit refuses are not logged, so guessing does not fill the audit log.
  const refused = (why: string) =>
    recordRefused(deps, { userId: user?.id ?? null, address: visitor.address }, why)
  // The demo's own accounts exist only in the shop.
  if (deps.firebase && !isDemoAccount(user?.id)) {
    const known = await signInAtFirebase(deps, deps.firebase, { email, password }, visitor).catch(
      async (error: unknown) => {
        if (error instanceof Refusal) await refused(error.code)
        throw error
      },
    )
    const proof = await db.write(async tx => {
      const given = await proveKnownUser(tx, known, now())
      await rateCounters.giveBackAll(tx, guesses)
      return given
    })
    return { user: known, proof }
  }
  if (!user) {
    await refused('unknown user')
    throw new Refusal('user_not_found', 'User not found')
  }
  if (!user.password_hash) {
    await refused('no password')
    throw new Refusal('wrong_password', 'This account has no password. Sign in the way you did before.')
  }
  // Refused for every account, so that it reveals nothing about this one.
  if (deps.config.mode === 'live' && isDemoPassword(password)) {
    await refused('password of the demo')
    throw demoPassword()
  }
  const stored = user.password_hash
  const { matches, outdated } = await passwords.verify(password, stored, visitor)
  if (!matches) {
    await refused('wrong password')
    throw wrongPassword()
  }
  const renewed = outdated ? await passwords.hash(password, visitor) : stored
  const proof = await db.write(async tx => {
    // The check takes time, and an account that was claimed in the meantime has lost this password.
    if (!(await users.replacePassword(tx, user.id, stored, renewed))) throw wrongPassword()
    await rateCounters.giveBackAll(tx, guesses)
    return writeProof(tx, user.id, now())
  })
  return { user: { ...user, password_hash: renewed }, proof }
}

const demoPassword = () =>
  new Refusal(
    'forbidden',
    'This is the demo’s public password, which does not work here. “Forgot your password?” sends you a link to choose another one.',
  )

const wrongPassword = () => new Refusal('wrong_password', 'Wrong password.Try again')
