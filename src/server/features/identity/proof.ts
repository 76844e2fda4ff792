import type { User } from '#contract/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { UserRow, Writing } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import { ShopCookie } from '../../http/cookies.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'

export const proofMs = 10 * 60_000

/** Where a browser keeps it until it becomes a session. */
export const proofCookieOf = (config: Deps['config']): ShopCookie => new ShopCookie(config, 'proof', proofMs)

/**
 * Every way of signing in ends here: a short-lived secret that stands once for having proved who one is. A strong one
 * stands for a passkey.
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
 * The same for somebody who was found in an earlier transaction. An account that was claimed since is its owner's: whoever
 * had made it with an e-mail that is not theirs gets no proof.
 */
export async function proveFound(
  tx: Writing,
  { id, email_verified_at }: Pick<UserRow, 'id' | 'email_verified_at'>,
  now: number,
): Promise<string> {
  const present = (await users.lock(tx, id)) ? await users.find(tx, id) : undefined
  if (present?.email_verified_at !== email_verified_at)
    throw new Refusal('proof_missing', 'This account has changed meanwhile. Please sign in again.')
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
