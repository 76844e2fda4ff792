import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as passkeys from '../../store/passkeys.ts'

export const challengeMs = 5 * 60_000

/** The context of a challenge: the secret in this browser's cookie, and the purpose in plain words. */
export interface ChallengeContext {
  browser: string
  purpose: string
}

/** A valid challenge that was signed in time. It must be spent in the transaction that uses it. */
export interface SignedChallenge {
  challenge: string
  expiresAt: number
}

/** Random bytes and the expiry time, followed by a seal over both and the context. */
const [randomLength, timeLength] = [16, 6]
const headLength = randomLength + timeLength

function sealOf(key: string, head: Buffer, { browser, purpose }: ChallengeContext): Buffer {
  return createHmac('sha256', key).update(head).update(`.${browser}.${purpose}`).digest()
}

async function keyOf({ db }: Deps): Promise<string> {
  return (await passkeys.findKey(db.read)) ?? db.write(tx => passkeys.ensureKey(tx, newToken()))
}

/**
 * The challenge that a device signs. The login page requests one on every visit, so nothing is stored: the shop recognizes
 * its own challenges by the seal.
 */
export async function newChallenge(deps: Deps, context: ChallengeContext): Promise<string> {
  const head = Buffer.concat([randomBytes(randomLength), Buffer.alloc(timeLength)])
  head.writeUIntBE(deps.now() + challengeMs, randomLength, timeLength)
  return Buffer.concat([head, sealOf(await keyOf(deps), head, context)]).toString('base64url')
}

/** The signed challenge, if the shop created it for this context and it has not expired. */
export async function readChallenge(
  deps: Deps,
  challenge: string,
  context: ChallengeContext,
): Promise<SignedChallenge | undefined> {
  const bytes = Buffer.from(challenge, 'base64url')
  const [head, seal] = [bytes.subarray(0, headLength), bytes.subarray(headLength)]
  // Accepts only the canonical encoding, because used challenges are recognized by their text.
  if (head.length < headLength || bytes.toString('base64url') !== challenge) return undefined
  const expected = sealOf(await keyOf(deps), head, context)
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return undefined
  const expiresAt = head.readUIntBE(randomLength, timeLength)
  return expiresAt > deps.now() ? { challenge, expiresAt } : undefined
}

/** Marks the challenge as used; false if it already was. */
export const spend = (tx: Writing, { challenge, expiresAt }: SignedChallenge): Promise<boolean> =>
  passkeys.spendChallenge(tx, tokenHash(challenge), expiresAt)
