import type { User } from '#contract/identity.ts'
import type { UserRow, Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { type ShopCookie, shopCookie } from '../../http/cookies.ts'
import { newToken, tokenHash } from '../../sessions/tokens.ts'
import * as sessions from '../../store/sessions.ts'

export const proofMs = 10 * 60_000

/** Where a browser keeps it until it becomes a session. */
export const proofCookieOf = (config: Deps['config']): ShopCookie => shopCookie(config, 'proof', proofMs)

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

export const giveProof = ({ db, now }: Deps, userId: string): Promise<string> =>
  db.write(tx => writeProof(tx, userId, now()))

export const toUser = (row: UserRow): User => ({
  uid: row.id,
  email: row.email,
  displayName: row.display_name,
  photoURL: row.photo_url,
})
