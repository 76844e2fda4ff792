import type { Insertable, Selectable } from 'kysely'
import { type Caller, signedOut } from '#domain/access.ts'
import { locksRows } from '../db/engine/connection.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { Reading, SessionRow, Tables, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'

const maxSessionsPerUser = 20

const selectHolder = prepared({ tokenHash: '' }, (db, { tokenHash }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['users.id', 'users.email', 'users.admin_since', 'users.last_seen_at'])
    .select('users.email_verified_at')
    .select(['sessions.created_at', 'sessions.last_used_at', 'sessions.expires_at'])
    .select(['sessions.proved_at', 'sessions.strong_at'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.removed_at', 'is', null),
)

/** The user of a token, with their current role. The caller checks `expiresAt`. */
export interface Holder {
  caller: Omit<Caller, 'address'>
  expiresAt: number
  /** When this session was last used, to the minute. */
  lastUsedAt: number
  /** When the user was last seen in any session. */
  lastSeenAt: number | null
  provedAt: number
  strongAt: number | null
  /** Whether the user has verified the email. */
  hasVerifiedEmail: boolean
}

export async function findHolder(db: Reading, tokenHash: string): Promise<Holder | undefined> {
  const { rows } = await selectHolder(db, { tokenHash })
  const [user] = rows
  if (!user) return undefined
  const caller = { userId: user.id, email: user.email, admin: user.admin_since !== null }
  return {
    caller,
    expiresAt: user.expires_at,
    lastUsedAt: user.last_used_at ?? user.created_at,
    lastSeenAt: user.last_seen_at,
    provedAt: user.proved_at,
    strongAt: user.strong_at,
    hasVerifiedEmail: user.email_verified_at !== null,
  }
}

interface NewSession {
  tokenHash: string
  userId: string
  now: number
  expiresAt: number
  /** Where the session was started. */
  client?: { browser: string; address: string }
  /** When the user last proved their identity, and when they last used a passkey or a code for it. */
  provedAt?: number
  strongAt?: number | null
}

/** Starts a session. If the user has too many, the oldest ones end. */
export async function start(
  tx: Writing,
  { tokenHash, userId, now, expiresAt, client, provedAt = now, strongAt = null }: NewSession,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      created_at: now,
      expires_at: expiresAt,
      ...client,
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

/** False if it had already ended. */
export async function end(tx: Writing, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The user's unexpired sessions, last used first. */
export function listOf(db: Reading, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
    .execute()
}

/** Ends the user's sessions (except one, if specified), pending sign-ins and emailed links. */
export async function endAll(tx: Writing, userId: string, exceptHash = ''): Promise<void> {
  await endOthers(tx, userId, exceptHash)
  await endProofs(tx, userId)
  await tx.deleteFrom('mailed_links').where('user_id', '=', userId).execute()
}

/** Ends the user's pending sign-ins. */
export async function endProofs(tx: Writing, userId: string): Promise<void> {
  await tx.deleteFrom('proofs').where('user_id', '=', userId).execute()
}

/** Returns how many sessions ended. */
export async function endOthers(tx: Writing, userId: string, exceptHash: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('token_hash', '!=', exceptHash)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export interface Use {
  now: number
  /** Updates only sessions that were last used this long ago. */
  sinceMs: number
  /** The idle timeout and the maximum lifetime of a session. */
  idleMs: number
  lifeMs: number
}

/** Records the use of sessions, which also extends them. Skips rows that are locked. */
export async function setUsed(
  tx: Writing,
  tokenHashes: readonly string[],
  { now, sinceMs, idleMs, lifeMs }: Use,
): Promise<void> {
  const free = tx
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .where('expires_at', '>', now)
    .where(({ fn }) => fn.coalesce('last_used_at', 'created_at'), '<=', now - sinceMs)
    .$if(locksRows(tx), query => query.forNoKeyUpdate().skipLocked())
  await tx
    .updateTable('sessions')
    .set(({ eb, case: when }) => ({
      last_used_at: now,
      expires_at: when()
        .when('created_at', '<', now + idleMs - lifeMs)
        .then(eb('created_at', '+', lifeMs))
        .else(now + idleMs)
        .end(),
    }))
    .where('token_hash', 'in', free)
    .execute()
}

/**
 * Records that the user has proved their identity again, with a passkey or a code if `isStrong`. If the session has ended,
 * this throws and rolls back the change that needed the proof.
 */
export async function prove(tx: Writing, tokenHash: string, now: number, isStrong: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ proved_at: now, ...(isStrong && { strong_at: now }) })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw signedOut()
}

/** Withdraws the strong proofs of all of the user's sessions. */
export async function withdrawStrongProofs(tx: Writing, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ strong_at: null }).where('user_id', '=', userId).execute()
}

export async function addProof(tx: Writing, proof: Insertable<Tables['proofs']>): Promise<void> {
  await tx.insertInto('proofs').values(proof).execute()
}

type Proof = Selectable<Tables['proofs']>

/** Finds a valid proof without using it up. */
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

/** Uses up a valid proof and returns it. */
export function takeProof(tx: Writing, proofHash: string, now: number): Promise<Proof | undefined> {
  return tx
    .deleteFrom('proofs')
    .where('proof_hash', '=', proofHash)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
}

export const countLive = (db: Reading, now: number): Promise<number> =>
  countRows(db.selectFrom('sessions').where('expires_at', '>', now))
