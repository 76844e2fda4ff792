import type { Insertable, Selectable } from 'kysely'
import type { Caller } from '#domain/access.ts'
import { prepared } from '../db/prepared.ts'
import type { Reading, Tables, Writing } from '../db/tables.ts'

const maxSessionsPerUser = 20

const selectHolder = prepared({ tokenHash: '' }, (db, { tokenHash }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.admin_since', 'users.last_seen_at'])
    .select(['sessions.expires_at', 'sessions.proved_at', 'sessions.strong_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.removed_at', 'is', null),
)

/** Who holds a token, with the role that they have now. Whether `expiresAt` is over is for the caller to see. */
export interface Holder {
  caller: Caller
  expiresAt: number
  lastSeenAt: number | null
  provedAt: number
  strongAt: number | null
}

export async function findHolder(db: Reading, tokenHash: string): Promise<Holder | undefined> {
  const { rows } = await selectHolder(db, { tokenHash })
  const [user] = rows
  if (!user) return undefined
  const caller = { userId: user.id, email: user.email, admin: user.admin_since !== null }
  return {
    caller,
    expiresAt: user.expires_at,
    lastSeenAt: user.last_seen_at,
    provedAt: user.proved_at,
    strongAt: user.strong_at,
  }
}

export interface NewSession {
  tokenHash: string
  userId: string
  now: number
  expiresAt: number
  /** When the proof that it stands on was given, and when that showed a passkey or a code. */
  provedAt?: number
  strongAt?: number | null
}

/** Starts a session; a user's oldest ones end when there are too many. */
export async function start(
  tx: Writing,
  { tokenHash, userId, now, expiresAt, provedAt = now, strongAt = null }: NewSession,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      expires_at: expiresAt,
      proved_at: provedAt,
      strong_at: strongAt,
    })
    .execute()
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', 'not in', query =>
      query
        .selectFrom('sessions as newest')
        .select('newest.token_hash')
        .where('newest.user_id', '=', userId)
        .orderBy('newest.created_at', 'desc')
        .limit(maxSessionsPerUser),
    )
    .execute()
}

export async function end(tx: Writing, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Its holder has proved anew who they are, by a passkey or a code when `isStrong`. */
export async function prove(tx: Writing, tokenHash: string, now: number, isStrong: boolean): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ proved_at: now, ...(isStrong && { strong_at: now }) })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** What was shown counts no more, in none of a user's sessions. */
export async function weaken(tx: Writing, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ strong_at: null }).where('user_id', '=', userId).execute()
}

/** With the proofs of sign-ins that are under way. */
export async function endAll(tx: Writing, userId: string): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute()
  await tx.deleteFrom('proofs').where('user_id', '=', userId).execute()
}

export async function addProof(tx: Writing, proof: Insertable<Tables['proofs']>): Promise<void> {
  await tx.insertInto('proofs').values(proof).execute()
}

type Proof = Selectable<Tables['proofs']>

/** A proof that is still good, left as it is. */
export function findProof(db: Reading, proofHash: string, now: number): Promise<Proof | undefined> {
  return db
    .selectFrom('proofs')
    .selectAll()
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function strengthenProof(tx: Writing, proofHash: string, now: number): Promise<void> {
  await tx.updateTable('proofs').set({ strong_at: now }).where('proof_hash', '=', proofHash).execute()
}

/** The proof, which is used up by this. */
export function takeProof(tx: Writing, proofHash: string, now: number): Promise<Proof | undefined> {
  return tx
    .deleteFrom('proofs')
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export async function countLive(db: Reading, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}
