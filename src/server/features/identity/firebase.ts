import type { BodyOf } from '#contract/endpoint.ts'
import type { identity } from '#contract/identity.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { FirebaseAccounts, FirebaseSignIn } from '../../adapters/firebase-accounts.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { countEmail, withheldEmail } from '../../limits/email-limits.ts'
import * as linkedAccounts from '../../store/linked-accounts.ts'
import { userFor } from './social-link.ts'

/** Creates the account at Firebase, then in the shop. If the second step fails, the next sign-in completes it. */
export async function signUpAtFirebase(
  deps: Deps,
  firebase: FirebaseAccounts,
  { name, email, password }: BodyOf<typeof identity.signUp>,
  visitor: Visitor,
): Promise<UserRow> {
  return shopUser(deps, firebase, await firebase.signUp(name, email, password), { email, visitor })
}

export async function signInAtFirebase(
  deps: Deps,
  firebase: FirebaseAccounts,
  { email, password }: BodyOf<typeof identity.signIn>,
  visitor: Visitor,
): Promise<UserRow> {
  return shopUser(deps, firebase, await firebase.signIn(email, password), { email, visitor })
}

/**
 * Anyone can sign up at Firebase with any email address, so an existing account of the shop opens only to a verified one. This email
 * asks for a new password, which also verifies the email address. A plain verification email would let in the person who requested
 * it, with the password that they chose.
 */
async function shopUser(
  deps: Deps,
  firebase: FirebaseAccounts,
  { person }: FirebaseSignIn,
  { email, visitor }: { email: string; visitor: Visitor },
): Promise<UserRow> {
  const user = await userFor(deps, 'firebase', person)
  if (typeof user === 'object') return user
  if (user !== 'unverified')
    throw new Refusal('bad_input', 'The shop cannot use this email address. Sign up with another.')
  const { db, now } = deps
  const recipient = { id: null, email, email_verified_at: null }
  const withheld = await db.write(tx => countEmail(tx, recipient, { kind: 'reset', now: now(), visitor }))
  if (withheld && withheld.why !== 'one a day') throw withheldEmail(withheld, now())
  if (!withheld) await firebase.sendReset(email)
  const when = withheld ? 'sent you a short while ago' : 'have just sent you'
  throw new Refusal(
    'email_unverified',
    `There is already an account with this email in the shop. Confirm it’s yours: choose a new password with the link in the email that we ${when}, then sign in with it.`,
  )
}

/** Checks the password of a signed-in user at Firebase; undefined if it is wrong. */
export const signInAgain = (
  firebase: FirebaseAccounts,
  email: string,
  password: string,
): Promise<FirebaseSignIn | undefined> =>
  firebase.signIn(email, password).catch((error: unknown) => {
    const isWrongPassword = error instanceof Refusal && /^(wrong_password|user_not_found)$/.test(error.code)
    if (!isWrongPassword) throw error
    return undefined
  })

/**
 * Checks the password of a signed-in user at Firebase. Returns a function that checks whether the account there belongs to
 * the user. Call it in the transaction that uses the result, because the link may change.
 */
export async function proveAtFirebase(
  firebase: FirebaseAccounts,
  { userId, email }: Caller,
  password: string,
): Promise<(tx: Writing) => Promise<boolean>> {
  const known = await signInAgain(firebase, email, password)
  return async tx =>
    known !== undefined &&
    (await linkedAccounts.findUser(tx, 'firebase', known.person.subject))?.id === userId
}

/** Sends the email for a forgotten password. The result does not reveal whether the account exists. */
export async function forgotAtFirebase(firebase: FirebaseAccounts, email: string): Promise<void> {
  await firebase.sendReset(email).catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'user_not_found')) throw error
  })
}
