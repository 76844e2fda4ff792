import type { BodyOf } from '#contract/endpoint.ts'
import type { factors as contract } from '#contract/factors.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { passwordChecks, withRate } from '../../limits/rates.ts'
import { isDemoAccount } from '../../store/demo-ids.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'
import { proveAtFirebase } from '../identity/firebase.ts'
import { recordRefused } from '../identity/record-refused.ts'
import { checkCode, type TypedCode } from './check-code.ts'
import { type ChallengeSource, checkPasskey, refused } from './passkeys.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

const quarter = 15 * 60_000

interface FreshProofRequest extends SignedInCaller, Pick<TypedCode, 'deviceCookie'> {
  submitted: BodyOf<typeof contract.prove>
  visitor: Visitor
  /** The context of the passkey challenge. */
  source: () => ChallengeSource
}

/** Gives a fresh proof for a signed-in user, by one of their methods. */
export async function prove(deps: Deps, request: FreshProofRequest): Promise<void> {
  const { caller, session, from, deviceCookie, submitted, source } = request
  const { now } = deps
  const { password, code, passkey } = submitted
  if ([password, code, passkey].filter(method => method !== undefined).length !== 1)
    throw new Refusal('bad_input', 'Send one of these: a password, a code or a passkey.')
  if (password !== undefined) return checkPassword(deps, request, password)
  if (code !== undefined)
    return checkCode(deps, { userId: caller.userId, code, from, deviceCookie, step: 'proof' }, tx =>
      sessions.prove(tx, session, now(), true),
    )
  if (passkey)
    await checkPasskey(deps, { shown: passkey, source: source(), prover: caller }, async (tx, userId) => {
      if (userId !== caller.userId) throw refused('This is the passkey of another account.')
      await sessions.prove(tx, session, now(), true)
    })
}

async function checkPassword(
  deps: Deps,
  { caller, session, visitor }: FreshProofRequest,
  password: string,
): Promise<void> {
  const { db, now, firebase } = deps
  const { userId } = caller
  const limit = { name: `proof by password ${userId}`, most: 10, withinMs: quarter }
  const isStillValid = await withRate(deps, [limit, passwordChecks(visitor)], () =>
    firebase && !isDemoAccount(userId)
      ? proveAtFirebase(firebase, caller, password)
      : checkStoredPassword(deps, userId, password, visitor),
  )
  const isProved = await db.write(async tx => {
    if (!(await isStillValid(tx))) return false
    await rateCounters.giveBack(tx, limit.name)
    await sessions.prove(tx, session, now(), false)
    return true
  })
  if (isProved) return
  await recordRefused(deps, caller, 'wrong password', 'proof_refused')
  throw wrongPassword()
}

/** The check takes time and the password may change in the meantime, so the returned function checks once more. */
async function checkStoredPassword(
  { db, passwords }: Deps,
  userId: string,
  password: string,
  visitor: Visitor,
) {
  const stored = (await users.find(db.read, userId))?.password_hash
  const matches = stored ? (await passwords.verify(password, stored, visitor)).matches : false
  return async (tx: Writing): Promise<boolean> =>
    stored && matches ? users.replacePassword(tx, userId, stored, stored) : false
}

const wrongPassword = () => {
  const sentence = 'Wrong password.Try again'
  return new Refusal('wrong_password', sentence, { fields: { password: sentence } })
}
