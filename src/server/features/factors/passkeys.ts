import { randomUUIDv7 } from 'node:crypto'
import type { NewPasskey, Passkey, ShownPasskey } from '#contract/factors.ts'
import type { Caller } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import * as adapter from '../../adapters/passkeys.ts'
import { isUniqueViolation } from '../../db/faults.ts'
import type { PasskeyRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Visitor } from '../../http/address.ts'
import { checkRate, limitWrite } from '../../limits/rates.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as passkeys from '../../store/passkeys.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'

export const challengeMs = 5 * 60_000

const quarter = 15 * 60_000
const hour = 3_600_000

/** Where a device is asked: the shop's address, and the secret that this browser keeps in a cookie. */
export interface Asked {
  place: adapter.PasskeyPlace
  browser: string
}

/** It is found only with both halves, what the device has signed and what the browser keeps, and only for its purpose. */
const keyOf = (challenge: string, { browser }: Asked, purpose: string): string =>
  tokenHash(`${challenge}.${browser}.${purpose}`)

const making = ({ userId }: Caller) => `made for ${userId}`
const showing = 'shown'

async function challengeFor({ db, now }: Deps, asked: Asked, purpose: string): Promise<string> {
  const challenge = newToken()
  await db.write(tx => passkeys.addChallenge(tx, keyOf(challenge, asked, purpose), now() + challengeMs))
  return challenge
}

/** The challenge that the device has signed, when this browser asked for it; it is good for nothing else then. */
async function signedChallenge(
  { db, now }: Deps,
  told: { clientDataJSON: string },
  asked: Asked,
  purpose: string,
): Promise<string> {
  const challenge = adapter.challengeOf(told)
  const key = challenge && keyOf(challenge, asked, purpose)
  if (!challenge || !key || !(await db.write(tx => passkeys.takeChallenge(tx, key, now()))))
    throw refused('That took too long, or was answered already. Please try again.')
  return challenge
}

/** What a device needs to make a passkey for the caller. */
export async function askToMake(deps: Deps, caller: Caller, asked: Asked) {
  const { db, config } = deps
  const [user, known] = [
    await users.find(db.read, caller.userId),
    await passkeys.list(db.read, caller.userId),
  ]
  const challenge = await challengeFor(deps, asked, making(caller))
  return adapter.makeOptions(asked.place.rpId, challenge, {
    shopName: config.shop.name,
    user: { id: caller.userId, email: caller.email, name: user?.display_name ?? caller.email },
    known: known.map(({ credential_id }) => credential_id),
  })
}

export async function addPasskey(
  deps: Deps,
  caller: Caller,
  session: string,
  made: NewPasskey,
  asked: Asked,
): Promise<Passkey> {
  const { db, now } = deps
  const challenge = await signedChallenge(deps, made, asked, making(caller))
  const kept = await adapter.readNew(made, challenge, asked.place)
  if (!kept) throw refused('This passkey could not be read. Please try again, or try another device.')
  const row: PasskeyRow = {
    id: randomUUIDv7(),
    credential_id: kept.credentialId,
    user_id: caller.userId,
    name: made.name,
    public_key: kept.publicKey,
    counter: kept.counter,
    created_at: now(),
    last_used_at: null,
  }
  const limit = { name: `passkeys of ${caller.userId}`, most: 20, withinMs: hour }
  try {
    await db.write(async tx => {
      await limitWrite(tx, limit, now(), 'new passkeys')
      await passkeys.add(tx, row)
      // The device has recognised its owner: this counts as having shown it.
      await sessions.prove(tx, session, now(), true)
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw refused('This passkey is in use already.')
    throw error
  }
  return toPasskey(row)
}

/** What a device needs to show a passkey, whose ever it is. */
export async function askToShow(deps: Deps, { address, times }: Visitor, asked: Asked) {
  await checkRate(deps, [{ name: `passkey from ${address}`, most: 300 * times, withinMs: quarter }])
  return adapter.showOptions(asked.place.rpId, await challengeFor(deps, asked, showing))
}

/** Whose passkey was shown; `then` is what it was shown for. */
export async function checkPasskey<Done>(
  deps: Deps,
  shown: ShownPasskey,
  asked: Asked,
  then: (tx: Writing, userId: string) => Promise<Done>,
): Promise<Done> {
  const { db, now } = deps
  const challenge = await signedChallenge(deps, shown, asked, showing)
  const row = await passkeys.findByCredential(db.read, shown.id)
  if (!row) throw refused('The shop does not know this passkey. It may have been removed from your account.')
  const kept = { credentialId: row.credential_id, publicKey: row.public_key, counter: row.counter }
  const counter = await adapter.readShown(shown, challenge, asked.place, kept)
  if (counter === undefined) throw refused('This passkey was not accepted. Please try again.')
  return db.write(async tx => {
    if (!(await passkeys.noteUse(tx, row.id, counter, now()))) throw refused('This passkey was removed.')
    return then(tx, row.user_id)
  })
}

export const refused = (sentence: string) => new Refusal('passkey_refused', sentence)

export const toPasskey = ({ id, name, created_at, last_used_at }: PasskeyRow): Passkey => ({
  id,
  name,
  createdAt: new Date(created_at).toISOString(),
  lastUsedAt: last_used_at === null ? null : new Date(last_used_at).toISOString(),
})
