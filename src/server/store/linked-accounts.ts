import type { LinkedAccountRow, Reading, UserRow, Writing } from '../db/schema/tables.ts'
import * as factors from './factors.ts'
import { endAll } from './sessions.ts'

/** The living user to whom an account elsewhere belongs. */
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
 * Links an account elsewhere to a user. The link of a removed user makes room; that of a living one does not:
 * this then fails with a unique violation.
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
 * Hands an account to the proven owner of its e-mail: whoever made it with a password, here or elsewhere, without ever
 * proving the e-mail, is out at once. Does nothing when the e-mail was verified already.
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
