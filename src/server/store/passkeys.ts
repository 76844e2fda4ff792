import type { PasskeyRow, Reading, Writing } from '../db/schema/tables.ts'

/** The key that seals the shop's challenges; undefined before the first one. */
export async function findKey(db: Reading): Promise<string | undefined> {
  const row = await db.selectFrom('challenge_key').select('secret').where('id', '=', 1).executeTakeFirst()
  return row?.secret
}

/** Stores this key if there is none yet. Returns the stored key. */
export async function ensureKey(tx: Writing, secret: string): Promise<string> {
  await tx
    .insertInto('challenge_key')
    .values({ id: 1, secret })
    .onConflict(conflict => conflict.column('id').doNothing())
    .execute()
  return (await findKey(tx)) ?? secret
}

/** Marks a challenge as used; false if it already was. The mark is stored for as long as the challenge is valid. */
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

/** Fails with a unique violation if the credential is already registered. */
export async function add(tx: Writing, passkey: PasskeyRow): Promise<void> {
  await tx.insertInto('passkeys').values(passkey).execute()
}

/** Only passkeys of active users. */
export function findByCredential(db: Reading, credentialId: string): Promise<PasskeyRow | undefined> {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .selectAll('passkeys')
    .where('passkeys.credential_id', '=', credentialId)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst()
}

/** False if the passkey was removed in the meantime. */
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

/** Removes a passkey and returns it; undefined if the user has no such passkey. */
export function remove(tx: Writing, userId: string, id: string): Promise<PasskeyRow | undefined> {
  return tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}
