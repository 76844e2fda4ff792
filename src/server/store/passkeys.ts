import type { PasskeyRow, Reading, Writing } from '../db/schema/tables.ts'

/** By what the shop knows the challenges that it has made; undefined before the first one. */
export async function findKey(db: Reading): Promise<string | undefined> {
  const row = await db.selectFrom('challenge_key').select('secret').where('id', '=', 1).executeTakeFirst()
  return row?.secret
}

/** Keeps this key unless there is one; answers the one that counts. */
export async function ensureKey(tx: Writing, secret: string): Promise<string> {
  await tx
    .insertInto('challenge_key')
    .values({ id: 1, secret })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  return (await findKey(tx)) ?? secret
}

/** Notes that a challenge was answered; false when it was before. Kept for as long as it could be sent again. */
export async function spendChallenge(
  tx: Writing,
  challengeHash: string,
  expiresAt: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkey_challenges')
    .values({ challenge_hash: challengeHash, expires_at: expiresAt })
    .onConflict(conflict => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
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

/** The passkey that is gone by this; undefined when there is no such one. */
export function remove(tx: Writing, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}
