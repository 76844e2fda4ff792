import type { Insertable, Selectable } from 'kysely'
import { type Caller, signedOut } from '#domain/access.ts'
import { locksRows } from '../db/engine/connection.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { Reading, SessionRow, Tables, Writing } from '../db/schema/tables.ts'

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

/** Who holds a token, with the role that they have now. Whether `expiresAt` is over is for the caller to see. */
export interface Holder {
  caller: Omit<Caller, 'address'>
  expiresAt: number
  /** When this session was used, to the minute. */
  lastUsedAt: number
  /** When its holder was here, in whatever session. */
  lastSeenAt: number | null
  provedAt: number
  strongAt: number | null
  /** Whether the e-mail is known to be theirs. */
  hasProvedEmail: boolean
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
    hasProvedEmail: user.email_verified_at !== null,
  }
}

interface NewSession {
  tokenHash: string
  userId: string
  now: number
  expiresAt: number
  /** From where it begins. */
  client?: { browser: string; address: string }
  /** When the proof that it stands on was given, and when that showed a passkey or a code. */
  provedAt?: number
  strongAt?: number | null
}

/** Starts a session; a user's oldest ones end when there are too many. */
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

/** False when it had ended before. */
export async function end(tx: Writing, tokenHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A user's sessions that have not run out, the last used first. */
export function listOf(db: Reading, userId: string, now: number): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy(({ fn }) => fn.coalesce('last_used_at', 'created_at'), 'desc')
    .execute()
}

/** Ends a user's sessions, all or all but one, every sign-in under way and every link in an email. */
export async function endAll(tx: Writing, userId: string, exceptHash = ''): Promise<void> {
  await endOthers(tx, userId, exceptHash)
  await endProofs(tx, userId)
  await tx.deleteFrom('mailed_links').where('user_id', '=', userId).execute()
}

/** Ends every sign-in of a user that is under way. */
export async function endProofs(tx: Writing, userId: string): Promise<void> {
  await tx.deleteFrom('proofs').where('user_id', '=', userId).execute()
}

/** Answers how many. */
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
  /** Only those that were last used so long ago. */
  sinceMs: number
  /** How long a session lives without being used, and at most. */
  idleMs: number
  lifeMs: number
}

/** Notes that sessions are used, which also lets them live on. Nobody waits for those that are being changed now. */
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
 * Its holder has proved anew who they are, by a passkey or a code when `isStrong`. A session that was ended meanwhile
 * proves nothing, and undoes what was to come with it.
 */
export async function prove(tx: Writing, tokenHash: string, now: number, isStrong: boolean): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ proved_at: now, ...(isStrong && { strong_at: now }) })
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw signedOut()
}

/** What was shown counts no more, in none of a user's sessions. */
export async function weaken(tx: Writing, userId: string): Promise<void> {
  await tx.updateTable('sessions').set({ strong_at: null }).where('user_id', '=', userId).execute()
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
