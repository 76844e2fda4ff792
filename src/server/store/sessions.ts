import type { Caller } from '#domain/access.ts'
import { prepared } from '../db/prepared.ts'
import type { Reading, Writing } from '../db/tables.ts'

const maxSessionsPerUser = 20

const selectHolder = prepared({ tokenHash: '' }, (db, { tokenHash }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.admin_since', 'users.last_seen_at', 'sessions.expires_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.removed_at', 'is', null),
)

/** Who holds a token, with the role that they have now. Whether `expiresAt` is over is for the caller to see. */
export interface Holder {
  caller: Omit<Caller, 'address'>
  expiresAt: number
  lastSeenAt: number | null
}

export async function findHolder(db: Reading, tokenHash: string): Promise<Holder | undefined> {
  const { rows } = await selectHolder(db, { tokenHash })
  const [user] = rows
  if (!user) return undefined
  const caller = { userId: user.id, email: user.email, admin: user.admin_since !== null }
  return { caller, expiresAt: user.expires_at, lastSeenAt: user.last_seen_at }
}

export interface NewSession {
  tokenHash: string
  userId: string
  now: number
  expiresAt: number
}

/** Starts a session; a user's oldest ones end when there are too many. */
export async function start(tx: Writing, { tokenHash, userId, now, expiresAt }: NewSession): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({ token_hash: tokenHash, user_id: userId, created_at: now, expires_at: expiresAt })
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

export async function addProof(
  tx: Writing,
  proofHash: string,
  userId: string,
  expiresAt: number,
): Promise<void> {
  await tx
    .insertInto('proofs')
    .values({ proof_hash: proofHash, user_id: userId, expires_at: expiresAt })
    .execute()
}

/** When a session was started; undefined when it is over. */
export async function startedAt(db: Reading, tokenHash: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row?.created_at
}

/** The user whom the proof stands for; it is used up by this. */
export async function takeProof(tx: Writing, proofHash: string, now: number): Promise<string | undefined> {
  const proof = await tx
    .deleteFrom('proofs')
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst()
  return proof?.user_id
}

export async function countLive(db: Reading, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return count
}
