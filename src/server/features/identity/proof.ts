import type { User } from '#contract/identity.ts'
import type { UserRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { newToken, tokenHash } from '../../http/tokens.ts'
import * as sessions from '../../store/sessions.ts'

export const proofMs = 10 * 60_000

/** Every way of signing in ends here: a short-lived secret that stands once for having proved who one is. */
export async function giveProof({ db, now }: Deps, userId: string): Promise<string> {
  const proof = newToken()
  await db.write(tx => sessions.addProof(tx, tokenHash(proof), userId, now() + proofMs))
  return proof
}

export const toUser = (row: UserRow): User => ({
  uid: row.id,
  email: row.email,
  displayName: row.display_name,
  photoURL: row.photo_url,
})
