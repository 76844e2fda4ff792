import type { User } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { ShopCookie } from '../../http/cookies.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'

export const proofMs = 10 * 60_000

/** The cookie that stores the proof until it is exchanged for a session. */
export const proofCookieOf = (config: Deps['config']): ShopCookie => new ShopCookie(config, 'proof', proofMs)

/**
 * Every sign-in method ends here, with a short-lived secret that proves the user's identity once. A strong one proves the use
 * of a passkey.
 */
export async function writeProof(
  tx: Writing,
  userId: string,
  now: number,
  isStrong = false,
): Promise<string> {
  const proof = newToken()
  await sessions.addProof(tx, {
    proof_hash: tokenHash(proof),
    user_id: userId,
    expires_at: now + proofMs,
    strong_at: isStrong ? now : null,
  })
  return proof
}

/**
 * The same for a user who was found in an earlier transaction. If the account was claimed in the meantime, there is no proof:
 * the person who created it with someone else's email has lost it.
 */
export async function proveKnownUser(
  tx: Writing,
  { id, email_verified_at }: Pick<UserRow, 'id' | 'email_verified_at'>,
  now: number,
): Promise<string> {
  const present = (await users.lock(tx, id)) ? await users.find(tx, id) : undefined
  if (present?.email_verified_at !== email_verified_at)
    throw new Refusal('proof_missing', 'This account has changed in the meantime. Sign in again.')
  return writeProof(tx, id, now)
}

export const giveProof = ({ db, now }: Deps, userId: string): Promise<string> =>
  db.write(tx => writeProof(tx, userId, now()))

export const toUser = (row: UserRow): User => ({
  uid: row.id,
  email: row.email,
  displayName: row.display_name,
  photoURL: row.photo_url,
})
