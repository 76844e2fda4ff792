import type { Factors } from '#domain/fresh-proof.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { isDemoAccount } from './demo-ids.ts'

/**
 * The factors that a user can prove their identity with. With `atFirebase`, Firebase stores the passwords, and a password
 * hash of the shop is ignored, except for the demo's own accounts.
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

/** When the user's oldest factor was added; undefined if there is none. */
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

/** Whether the user has a passkey or an authenticator app. */
export async function hasStrong(db: Reading, userId: string): Promise<boolean> {
  const { passkey, code } = await find(db, userId, false)
  return passkey || code
}

/** The tables that store factors. */
export const tables = ['passkeys', 'totp_secrets', 'recovery_codes'] as const

/** Removes all factors of a user. */
export async function removeAll(tx: Writing, userId: string): Promise<void> {
  for (const table of tables) await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
