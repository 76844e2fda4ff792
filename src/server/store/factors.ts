import type { Factors } from '#domain/fresh-proof.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { isDemoAccount } from './demo-ids.ts'

/**
 * By what a user can show that it is them. With `atFirebase` passwords are kept there, and one that the shop has counts
 * for nothing, but those of the demo's own accounts.
 */
export async function find(db: Reading, userId: string, atFirebase: boolean): Promise<Factors> {
  const found = await db
    .selectFrom('users')
    .select(({ eb, exists, selectFrom }) => [
      eb('users.password_hash', 'is not', null).as('passwordHere'),
      exists(
        selectFrom('linked_accounts')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('provider', '=', 'firebase'),
      ).as('passwordThere'),
      exists(selectFrom('passkeys').select('id').where('user_id', '=', userId)).as('passkey'),
      exists(
        selectFrom('totp_secrets')
          .select('user_id')
          .where('user_id', '=', userId)
          .where('secret', 'is not', null),
      ).as('code'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  const isThere = atFirebase && !isDemoAccount(userId)
  // SQLite has no booleans.
  return {
    password: Boolean(isThere ? found?.passwordThere : found?.passwordHere),
    passkey: Boolean(found?.passkey),
    code: Boolean(found?.code),
  }
}

/** When the oldest of somebody's factors was added; undefined without any. */
export async function since(db: Reading, userId: string): Promise<number | undefined> {
  const passkey = await db
    .selectFrom('passkeys')
    .select('created_at as at')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  const code = await db
    .selectFrom('totp_secrets')
    .select('on_since as at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const moments = [passkey, code].flatMap(row => row?.at ?? [])
  return moments.length > 0 ? Math.min(...moments) : undefined
}

/** Whether there is a passkey, or an app that makes codes. */
export async function hasStrong(db: Reading, userId: string): Promise<boolean> {
  const { passkey, code } = await find(db, userId, false)
  return passkey || code
}

/** Where they are kept. */
export const tables = ['passkeys', 'totp_secrets', 'recovery_codes'] as const

/** Whoever made them gets in with none of them any more. */
export async function removeAll(tx: Writing, userId: string): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
