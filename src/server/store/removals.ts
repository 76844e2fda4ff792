import type { Reading, UserRow, Writing } from '../db/schema/tables.ts'
import * as factors from './factors.ts'
import * as outbox from './outbox.ts'
import { endAll } from './sessions.ts'
import { updateActive } from './users.ts'

/**
 * Marks a user as removed and signs them out; `finish` deletes the rest. Returns them with their former role; undefined if
 * they were already removed.
 */
export async function begin(tx: Writing, id: string, now: number): Promise<UserRow | undefined> {
  const removed = await updateActive(tx, id, { removed_at: now }).returningAll().executeTakeFirst()
  if (!removed) return undefined
  await endAll(tx, id)
  // These are about customers.
  if (removed.admin_since !== null) await outbox.removeOf(tx, id, true)
  return removed
}

/** Deletes how a removed user signed in and what they were waiting for. */
export async function finish(tx: Writing, id: string): Promise<void> {
  await tx.deleteFrom('linked_accounts').where('user_id', '=', id).execute()
  await tx.deleteFrom('stock_alerts').where('user_id', '=', id).execute()
  await factors.removeAll(tx, id)
  await outbox.removeOf(tx, id, false)
}

/** Removes a user for good. */
export async function carryOut(tx: Writing, id: string, now: number): Promise<void> {
  await begin(tx, id, now)
  await finish(tx, id)
}

/** The user with this email who was removed last, if the removal is not finished. */
export const findUnfinished = (db: Reading, email: string): Promise<UserRow | undefined> =>
  db
    .selectFrom('users')
    .selectAll()
    .where('email', '=', email)
    .where('removed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .orderBy('removed_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Undoes `begin`. Fails with a unique violation if an active user has the email. */
export async function bringBack(tx: Writing, id: string): Promise<void> {
  await tx.updateTable('users').set({ removed_at: null }).where('id', '=', id).execute()
}

/** Users removed until then, or erased, whose removal is not finished; longest removed first. */
export async function listUnclosedIds(db: Reading, until: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('removed_at', 'is not', null)
    .where('closed_at', 'is', null)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('removed_at', '<=', until),
        exists(selectFrom('erasures').select('user_id').whereRef('user_id', '=', 'users.id')),
      ]),
    )
    .orderBy('removed_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function setClosed(tx: Writing, id: string, now: number): Promise<void> {
  await tx.updateTable('users').set({ closed_at: now }).where('id', '=', id).execute()
}
