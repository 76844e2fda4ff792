import type { PasskeyRow, Reading, Writing } from '../db/tables.ts'

export async function addChallenge(tx: Writing, challengeHash: string, expiresAt: number): Promise<void> {
  await tx
    .insertInto('passkey_challenges')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .execute()
}

/** Whether this was asked for and is still good; it is used up by this. */
export async function takeChallenge(tx: Writing, challengeHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', challengeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export function list(db: Reading, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

/** Fails with a unique violation when somebody has it already. */
export async function add(tx: Writing, passkey: PasskeyRow): Promise<void> {
  await tx.insertInto('passkeys').values(passkey).execute()
}

/** Of a user who is there. */
export function findByCredential(db: Reading, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .where('passkeys.credential_id', '=', credentialId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst()
}

/** False when it was removed meanwhile. */
export async function noteUse(tx: Writing, id: string, counter: number, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export function rename(
  tx: Writing,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return tx
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** False when there is no such one. */
export async function remove(tx: Writing, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
