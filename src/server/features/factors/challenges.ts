import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as passkeys from '../../store/passkeys.ts'

export const challengeMs = 5 * 60_000

/** Who is asked, and what for: the secret that this browser keeps in a cookie, and the purpose in plain words. */
export interface Question {
  browser: string
  purpose: string
}

/** A challenge of the shop's that was signed in time. It has to be spent with what it was signed for. */
export interface Signed {
  challenge: string
  expiresAt: number
}

/** Random bytes and the moment when it ends, then the seal over both and the question. */
const [randomLength, momentLength] = [16, 6]
const headLength = randomLength + momentLength

function sealOf(key: string, head: Buffer, { browser, purpose }: Question): Buffer {
  return createHmac('sha256', key).update(head).update(`.${browser}.${purpose}`).digest()
}

async function keyOf({ db }: Deps): Promise<string> {
  return (await passkeys.findKey(db.read)) ?? db.write(tx => passkeys.ensureKey(tx, newToken()))
}

/**
 * What a device is asked to sign. The login page asks for one with every visit, so nothing is written for it: the shop
 * knows its own by the seal.
 */
export async function newChallenge(deps: Deps, question: Question): Promise<string> {
  const head = Buffer.concat([randomBytes(randomLength), Buffer.alloc(momentLength)])
  head.writeUIntBE(deps.now() + challengeMs, randomLength, momentLength)
  return Buffer.concat([head, sealOf(await keyOf(deps), head, question)]).toString('base64url')
}

/** The challenge that a device has signed, if it is one of the shop's to this very question and not too old. */
export async function readChallenge(
  deps: Deps,
  challenge: string,
  question: Question,
): Promise<Signed | undefined> {
  const bytes = Buffer.from(challenge, 'base64url')
  const [head, seal] = [bytes.subarray(0, headLength), bytes.subarray(headLength)]
  // In one spelling alone: it is known by its text when it was answered.
  if (head.length < headLength || bytes.toString('base64url') !== challenge) return undefined
  const expected = sealOf(await keyOf(deps), head, question)
  if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return undefined
  const expiresAt = head.readUIntBE(randomLength, momentLength)
  return expiresAt > deps.now() ? { challenge, expiresAt } : undefined
}

/** Uses it up; false when that has happened already. */
export const spend = (tx: Writing, { challenge, expiresAt }: Signed): Promise<boolean> =>
  passkeys.spendChallenge(tx, tokenHash(challenge), expiresAt)
