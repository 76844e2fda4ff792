import type { LinkedAccountRow, Reading, UserRow, Writing } from '../db/schema/tables.ts'
import * as factors from './factors.ts'
import { endAll } from './sessions.ts'

/** The active user that an account at a provider is linked to. */
export function findUser(db: Reading, provider: string, subject: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('linked_accounts')
    .innerJoin('users', 'users.id', 'linked_accounts.user_id')
    .selectAll('users')
    .where('linked_accounts.provider', '=', provider)
    .where('linked_accounts.subject', '=', subject)
    .where('users.removed_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Links an account at a provider to a user. Replaces the link of a removed user. If the account is linked to an active user,
 * this fails with a unique violation.
 */
export async function link(tx: Writing, row: LinkedAccountRow): Promise<void> {
  await tx
    .deleteFrom('linked_accounts')
    .where('provider', '=', row.provider)
    .where('subject', '=', row.subject)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('users.id')
          .whereRef('users.id', '=', 'linked_accounts.user_id')
          .where('users.removed_at', 'is not', null),
      ),
    )
    .execute()
  await tx.insertInto('linked_accounts').values(row).execute()
}

export async function unlinkAll(tx: Writing, userId: string): Promise<void> {
  await tx.deleteFrom('linked_accounts').where('user_id', '=', userId).execute()
}

/**
 * Gives an account to the proven owner of its email: all credentials and sessions of the person who created it without
 * verifying the email end immediately. Does nothing if the email was already verified.
 */
export async function claim(tx: Writing, userId: string, now: number): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: null, email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await unlinkAll(tx, userId)
  await endAll(tx, userId)
  await factors.removeAll(tx, userId)
}
