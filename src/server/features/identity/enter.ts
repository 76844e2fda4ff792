import { Refusal } from '#domain/refusal.ts'
import type { Writing } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Session } from '../../http/session.ts'
import { newToken, tokenHash } from '../../http/tokens.ts'
import * as sessions from '../../store/sessions.ts'
import * as users from '../../store/users.ts'

export interface Entry {
  /** The e-mail in the path and the one in the body. */
  emails: readonly string[]
  proof: string | undefined
  session: Session | undefined
}

/** Turns the proof of a fresh sign-in (or a live session) of that very e-mail into a session token. */
export async function enter({ db, config, now }: Deps, entry: Entry): Promise<string> {
  const token = newToken()
  await db.write(async tx => {
    const userId = await provenUser(tx, entry, now())
    const user = userId && (await users.find(tx, userId))
    if (!user) throw new Refusal('proof_missing', 'Your sign-in has expired. Please sign in again.')
    if (entry.emails.some(email => email !== user.email)) {
      throw new Refusal('forbidden', 'You have signed in with another e-mail.')
    }
    const expiresAt = now() + config.sessionMs
    await sessions.start(tx, { tokenHash: tokenHash(token), userId: user.id, now: now(), expiresAt })
  })
  return token
}

async function provenUser(tx: Writing, { proof, session }: Entry, now: number): Promise<string | undefined> {
  const proven = proof && (await sessions.takeProof(tx, tokenHash(proof), now))
  return proven || session?.caller.userId
}
