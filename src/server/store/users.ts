import type { Reading, UserRow, Writing } from '../db/tables.ts'

export function find(db: Reading, id: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export function findByEmail(db: Reading, email: string): Promise<UserRow | undefined> {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

export type NewUser = Pick<UserRow, 'id' | 'email' | 'display_name' | 'password_hash' | 'created_at'> &
  Partial<UserRow>

/** Fails with a unique violation when a living user has the e-mail. */
export async function insert(tx: Writing, user: NewUser): Promise<void> {
  await tx
    .insertInto('users')
    .values({ photo_url: null, ...user })
    .execute()
}

/** Puts a new hash in the place of this very one; false when it is no longer there. */
export async function replacePassword(
  tx: Writing,
  id: string,
  stored: string,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ password_hash: next })
    .where('id', '=', id)
    .where('password_hash', '=', stored)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Notes that the user orders now, and so makes their orders queue up behind each other: two at once cannot
 * both be the last one allowed. False when the user is gone.
 */
export async function noteBooking(tx: Writing, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ last_booked_at: now })
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function makeAdmin(tx: Writing, id: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ admin_since: now })
    .where('id', '=', id)
    .where('admin_since', 'is', null)
    .execute()
}

/** Takes the role unless nobody else has it. Every admin row is touched, so that two at once cannot both leave. */
export async function revokeAdmin(tx: Writing, id: string): Promise<boolean> {
  const admins = await tx
    .updateTable('users')
    .set(({ ref }) => ({ admin_since: ref('admin_since') }))
    .where('admin_since', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
  if (!admins.some(admin => admin.id !== id)) return false
  await tx.updateTable('users').set({ admin_since: null }).where('id', '=', id).execute()
  return true
}
