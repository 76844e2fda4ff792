import type { Factors } from '#domain/fresh-proof.ts'
import type { Reading, Writing } from '../db/tables.ts'

/** By what a user can show that it is them. */
export async function find(db: Reading, userId: string): Promise<Factors> {
  const found = await db
    .selectFrom('users')
    .select(({ eb, exists, selectFrom }) => [
      eb('users.password_hash', 'is not', null).as('password'),
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
  // SQLite has no booleans.
  return {
    password: Boolean(found?.password),
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

/** Whoever made them gets in with none of them any more. */
export async function removeAll(tx: Writing, userId: string): Promise<void> {
  for (const table of ['passkeys', 'totp_secrets', 'recovery_codes'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
