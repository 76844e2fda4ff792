import { v7 as newId } from 'uuid'
import type { NewPasskey, Passkey, ShownPasskey } from '#contract/factors.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import * as adapter from '../../adapters/passkeys.ts'
import { isUniqueViolation } from '../../db/engine/faults.ts'
import type { PasskeyRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { recordOwnChange } from '../../emails/notify-account-owner.ts'
import type { Visitor } from '../../http/address.ts'
import { checkRate, limitWrite } from '../../limits/rates.ts'
import * as passkeys from '../../store/passkeys.ts'
import * as rateCounters from '../../store/rate-counters.ts'
import * as sessions from '../../store/sessions.ts'
import * as shopContent from '../../store/shop-content.ts'
import * as users from '../../store/users.ts'
import { recordRefused } from '../identity/record-refused.ts'
import {
  type ChallengeContext,
  newChallenge,
  readChallenge,
  type SignedChallenge,
  spend,
} from './challenges.ts'
import { requireVerifiedEmail } from './email-required.ts'
import { endOthers } from './end-others.ts'
import type { SignedInCaller } from './signed-in-caller.ts'

const quarter = 15 * 60_000
const hour = 3_600_000

/** Where a device is challenged: the shop's address, the secret in this browser's cookie, and the visitor. */
export interface ChallengeSource {
  origin: adapter.PasskeyOrigin
  browser: string
  visitor: Visitor
}

const creationContext = ({ browser }: ChallengeSource, { userId }: Caller) => ({
  browser,
  purpose: `made for ${userId}`,
})
const assertionContext = ({ browser }: ChallengeSource) => ({ browser, purpose: 'shown' })

/** The signed challenge, if this browser requested it for this purpose. */
async function signedChallenge(
  deps: Deps,
  clientData: { clientDataJSON: string },
  context: ChallengeContext,
): Promise<SignedChallenge> {
  const challenge = adapter.challengeOf(clientData)
  const signed = challenge && (await readChallenge(deps, challenge, context))
  if (!signed) throw challengeExpired()
  return signed
}

/** The options for creating a passkey for the caller. */
export async function creationOptions(deps: Deps, caller: Caller, source: ChallengeSource) {
  const { db } = deps
  await requireVerifiedEmail(deps, db.read, caller.userId)
  const [user, known] = [
    await users.find(db.read, caller.userId),
    await passkeys.list(db.read, caller.userId),
  ]
  const challenge = await newChallenge(deps, creationContext(source, caller))
  return adapter.creationOptions(source.origin.rpId, challenge, {
    shopName: (await shopContent.read(db.read)).name,
    user: { id: caller.userId, email: caller.email, name: user?.display_name ?? caller.email },
    known: known.map(({ credential_id }) => credential_id),
  })
}

export async function addPasskey(
  deps: Deps,
  { caller, session, from }: SignedInCaller,
  made: NewPasskey,
  source: ChallengeSource,
): Promise<Passkey> {
  const { db, now } = deps
  const signed = await signedChallenge(deps, made, creationContext(source, caller))
  const credential = await adapter.verifyNewPasskey(made, signed.challenge, source.origin)
  if (!credential) throw refused('This passkey could not be read. Please try again, or try another device.')
  const row: PasskeyRow = {
    id: newId(),
    credential_id: credential.credentialId,
    user_id: caller.userId,
    name: made.name,
    public_key: credential.publicKey,
    counter: credential.counter,
    created_at: now(),
    last_used_at: null,
  }
  const limit = { name: `passkeys of ${caller.userId}`, most: 20, withinMs: hour }
  try {
    await db.write(async tx => {
      if (!(await spend(tx, signed))) throw challengeExpired()
      await limitWrite(tx, limit, now(), 'new passkeys')
      await requireVerifiedEmail(deps, tx, caller.userId)
      await passkeys.add(tx, row)
      // The device has verified its owner, so this is a strong proof.
      await sessions.prove(tx, session, now(), true)
      const ended = await endOthers(tx, caller.userId, session)
      const more = { 'Its name': row.name }
      const change = { userId: row.user_id, what: 'passkey_added', from, now: now(), more } as const
      await recordOwnChange(tx, deps, change, { passkey: row.id, ...ended })
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refused('This passkey is already in use.')
    throw error
  }
  return toPasskey(row)
}

/** The options for using a passkey of any account. */
export const requestOptions = async (deps: Deps, source: ChallengeSource) =>
  adapter.requestOptions(source.origin.rpId, await newChallenge(deps, assertionContext(source)))

interface PasskeyUse {
  shown: ShownPasskey
  source: ChallengeSource
  /** Set if a signed-in user gives a fresh proof. */
  prover?: Caller
}

/** Returns the owner of the passkey; `then` runs in the same transaction. */
export async function checkPasskey<Done>(
  deps: Deps,
  { shown, source, prover }: PasskeyUse,
  then: (tx: Writing, userId: string) => Promise<Done>,
): Promise<Done> {
  const signed = await signedChallenge(deps, shown, assertionContext(source))
  const { address, times } = source.visitor
  const limit = { name: `passkey from ${address}`, most: 300 * times, withinMs: quarter }
  await checkRate(deps, [limit])
  const row = await passkeys.findByCredential(deps.db.read, shown.id)
  const used = use(deps, { shown, source, signed, row }, async (tx, userId) => {
    await rateCounters.giveBack(tx, limit.name)
    return then(tx, userId)
  })
  return used.catch(async (error: unknown) => {
    const whose = { userId: prover?.userId ?? row?.user_id ?? null, address }
    if (error instanceof Refusal && error.code === 'passkey_refused')
      await recordRefused(deps, whose, 'passkey', prover ? 'proof_refused' : 'sign_in_refused')
    throw error
  })
}

async function use<Done>(
  { db, now }: Deps,
  { shown, source, signed, row }: PasskeyUse & { signed: SignedChallenge; row: PasskeyRow | undefined },
  then: (tx: Writing, userId: string) => Promise<Done>,
): Promise<Done> {
  if (!row) throw refused('The shop does not know this passkey. It may have been removed from your account.')
  const credential = { credentialId: row.credential_id, publicKey: row.public_key, counter: row.counter }
  const counter = await adapter.verifyPasskey(shown, signed.challenge, source.origin, credential)
  if (counter === undefined) throw refused('This passkey was not accepted. Please try again.')
  return db.write(async tx => {
    // The lock orders this against a claim of the account, which then ends the result of this, too.
    await users.lock(tx, row.user_id)
    if (!(await spend(tx, signed))) throw challengeExpired()
    if (!(await passkeys.noteUse(tx, row.id, counter, now()))) throw refused('This passkey was removed.')
    return then(tx, row.user_id)
  })
}

export const refused = (sentence: string) => new Refusal('passkey_refused', sentence)

const challengeExpired = () => refused('That took too long, or was already answered. Please try again.')

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: new Date(created_at).toISOString(),
  lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
})
