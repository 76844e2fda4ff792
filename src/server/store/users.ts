import { accountGone } from '#domain/access.ts'
import { locksRows } from '../db/engine/connection.ts'
import { prepared } from '../db/engine/prepared.ts'
import type { Reading, UserRow, Writing } from '../db/schema/tables.ts'
import { writeTexts } from './search/people.ts'

/** Active users. */
const activeUsers = (db: Reading) => db.selectFrom('users').where('removed_at', 'is', null)

export const find = (db: Reading, id: string): Promise<UserRow | undefined> =>
  activeUsers(db).selectAll().where('id', '=', id).executeTakeFirst()

export const findByEmail = (db: Reading, email: string): Promise<UserRow | undefined> =>
  activeUsers(db).selectAll().where('email', '=', email).executeTakeFirst()

/** All users who have this id or email, including removed ones. */
export function listWithRemoved(db: Reading, id: string, email: string): Promise<UserRow[]> {
  return db
    .selectFrom('users')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '=', id), eb('email', '=', email)]))
    .orderBy('created_at')
    .execute()
}

/** The ids of active users with a password. */
export async function listWithPassword(db: Reading, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await activeUsers(db)
    .select('id')
    .where('id', 'in', ids)
    .where('password_hash', 'is not', null)
    .execute()
  return rows.map(({ id }) => id)
}

type NewUser = Pick<UserRow, 'id' | 'email' | 'display_name' | 'password_hash' | 'created_at'> &
  Partial<UserRow>

/** Fails with a unique violation if an active user has the email. */
export async function insert(tx: Writing, user: NewUser): Promise<void> {
  await tx
    .insertInto('users')
    .values({ photo_url: null, ...user })
    .execute()
  await writeTexts(tx, [user.id])
}

/** Replaces this exact hash; false if it has changed. */
export async function replacePassword(
  tx: Writing,
  id: string,
  stored: string,
  next: string,
): Promise<boolean> {
  const { numUpdatedRows } = await updateActive(tx, id, { password_hash: next })
    .where('password_hash', '=', stored)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Sets a password by an emailed link, which also verifies the email. */
export async function setPassword(tx: Writing, id: string, hash: string, verifiedAt: number): Promise<void> {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute()
  await setVerified(tx, id, verifiedAt)
}

export async function setVerified(tx: Writing, id: string, now: number): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', id)
    .where('email_verified_at', 'is', null)
    .execute()
}

/** Changes the name of the account, and of the profile if there is one. */
export async function rename(tx: Writing, id: string, name: string): Promise<void> {
  const { numUpdatedRows } = await updateActive(tx, id, { display_name: name }).executeTakeFirst()
  if (numUpdatedRows !== 1n) return
  await tx.updateTable('profiles').set({ name }).where('user_id', '=', id).execute()
  await writeTexts(tx, [id])
}

/** False if the user was removed. */
export async function setPicture(tx: Writing, id: string, url: string | null): Promise<boolean> {
  const { numUpdatedRows } = await updateActive(tx, id, { photo_url: url }).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ignores users who were erased in the meantime. */
export const updateActive = (tx: Writing, id: string, change: Partial<UserRow>) =>
  tx.updateTable('users').set(change).where('id', '=', id).where('removed_at', 'is', null)

/** Includes removed users. */
export async function pictureOf(db: Reading, id: string): Promise<string | null> {
  const row = await db.selectFrom('users').select('photo_url').where('id', '=', id).executeTakeFirst()
  return row?.photo_url ?? null
}

/** The URLs among these that are a user's picture. */
export async function listPictures(db: Reading, addresses: readonly string[]): Promise<string[]> {
  const rows = await activeUsers(db).select('photo_url').where('photo_url', 'in', addresses).execute()
  return rows.flatMap(({ photo_url }) => photo_url ?? [])
}

const selectActive = prepared({ id: '' }, (db, { id }) =>
  activeUsers(db)
    .select(['id', 'email_verified_at'])
    .where('id', '=', id)
    .$if(locksRows(db), query => query.forNoKeyUpdate()),
)

/**
 * Serializes the user's transactions until this one ends, so that two concurrent orders cannot both be the last one allowed.
 * Undefined if the user was removed.
 */
export async function lock(
  tx: Writing,
  id: string,
): Promise<Pick<UserRow, 'id' | 'email_verified_at'> | undefined> {
  const { rows } = await selectActive(tx, { id })
  return rows[0]
}

/** The same for the caller of a request. */
export async function lockCaller(tx: Writing, id: string): Promise<Pick<UserRow, 'email_verified_at'>> {
  const user = await lock(tx, id)
  if (!user) throw accountGone()
  return user
}

/** Skips locked users, who are placing an order: their next request records them. */
export async function setSeen(tx: Writing, ids: readonly string[], now: number): Promise<void> {
  const free = tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .$if(locksRows(tx), query => query.forNoKeyUpdate().skipLocked())
  await tx.updateTable('users').set({ last_seen_at: now }).where('id', 'in', free).execute()
}

/** Makes a user an admin and returns them, even if they already were one; undefined if there is no such user. */
export function makeAdmin(tx: Writing, email: string, now: number): Promise<UserRow | undefined> {
  return tx
    .updateTable('users')
    .set(({ fn, ref, val }) => ({ admin_since: fn.coalesce(ref('admin_since'), val(now)) }))
    .where('email', '=', email)
    .where('removed_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

export const hasAdmin = async (db: Reading): Promise<boolean> =>
  (await activeUsers(db).select('id').where('admin_since', 'is not', null).limit(1).executeTakeFirst()) !==
  undefined

export const listAdmins = (db: Reading): Promise<Pick<UserRow, 'id' | 'email'>[]> =>
  activeUsers(db).select(['id', 'email']).where('admin_since', 'is not', null).execute()

/** Revokes the role, except from the last admin. Revoking the role of a non-admin changes nothing. */
export async function revokeAdmin(tx: Writing, id: string): Promise<'taken' | 'none' | 'last'> {
  if (!(await hasOtherAdmin(tx, id))) return 'last'
  // If they become an admin again, they get no emails about orders paid in the meantime.
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ admin_since: null, order_notices: 'off', stock_notices: 0 })
    .where('id', '=', id)
    .where('admin_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? 'taken' : 'none'
}

/** Whether there is another admin. Updates the row of every admin, so that two admins cannot both leave concurrently. */
export async function hasOtherAdmin(tx: Writing, id: string): Promise<boolean> {
  const admins = await tx
    .updateTable('users')
    .set(({ ref }) => ({ admin_since: ref('admin_since') }))
    .where('admin_since', 'is not', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .execute()
  return admins.some(admin => admin.id !== id)
}
