import type { Reading, TotpSecretRow, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'

export function find(db: Reading, userId: string): Promise<TotpSecretRow | undefined> {
  return db.selectFrom('totp_secrets').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Whether the user must enter codes. */
export const isOn = async (db: Reading, userId: string): Promise<boolean> =>
  (await find(db, userId))?.secret != null

/** Stores a pending secret. The current one stays valid until a code of the new one is entered. */
export async function setNext(tx: Writing, userId: string, secret: string): Promise<void> {
  await tx
    .insertInto('totp_secrets')
    .values({ user_id: userId, secret: null, next_secret: secret, last_step: 0, on_since: null })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ next_secret: secret }))
    .execute()
}

/** Makes the pending secret the current one; false if it has been replaced. */
export async function confirm(
  tx: Writing,
  userId: string,
  { secret, step, now }: { secret: string; step: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set(({ fn, ref, val }) => ({
      secret,
      next_secret: null,
      last_step: step,
      on_since: fn.coalesce(ref('on_since'), val(now)),
    }))
    .where('user_id', '=', userId)
    .where('next_secret', '=', secret)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Uses up the codes of this and all earlier time steps; false if this step was already used. */
export async function spendStep(tx: Writing, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function remove(tx: Writing, userId: string): Promise<void> {
  await tx.deleteFrom('totp_secrets').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

export async function replaceRecoveryCodes(
  tx: Writing,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map(code_hash => ({ code_hash, user_id: userId })))
    .execute()
}

/** Uses up a recovery code; false if there is none. */
export async function takeRecoveryCode(tx: Writing, codeHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const countRecoveryCodes = (db: Reading, userId: string): Promise<number> =>
  countRows(db.selectFrom('recovery_codes').where('user_id', '=', userId))
