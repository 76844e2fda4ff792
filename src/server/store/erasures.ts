import type { Reading, Writing } from '../db/schema/tables.ts'
import { erasePerson } from './erase-person.ts'
import { personOf, slicesOf } from './personal-data.ts'
import * as users from './users.ts'

/** Removes somebody and all that is personal. False when there is no such user; who is erased already stays so. */
export async function erase(tx: Writing, userId: string, now: number): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return false
  await users.remove(tx, userId, now)
  await erasePerson(tx, user)
  await tx
    .insertInto('erasures')
    .values({ user_id: userId, asked_at: now, provider_told_at: null, cleaned_at: null })
    .onConflict(conflict => conflict.column('user_id').doUpdateSet({ cleaned_at: null }))
    .execute()
  return true
}

const ofUser = (db: Reading, userId: string) =>
  db.selectFrom('erasures').select('provider_told_at').where('user_id', '=', userId).executeTakeFirst()

export const has = async (db: Reading, userId: string): Promise<boolean> =>
  (await ofUser(db, userId)) !== undefined

export async function listIds(db: Reading): Promise<string[]> {
  const rows = await db.selectFrom('erasures').select('user_id').orderBy('asked_at').execute()
  return rows.map(({ user_id }) => user_id)
}

/** Those of which the card provider has not been told yet, the one that was tried longest ago first. */
export async function listPendingAtProvider(db: Reading, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('erasures')
    .select('user_id')
    .where('provider_told_at', 'is', null)
    .orderBy('tried_at')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Whether the card provider is still to be told of this one. */
export const isPendingAtProvider = async (db: Reading, userId: string): Promise<boolean> =>
  (await ofUser(db, userId))?.provider_told_at === null

export async function setTried(tx: Writing, userId: string, now: number): Promise<void> {
  await tx.updateTable('erasures').set({ tried_at: now }).where('user_id', '=', userId).execute()
}

export async function setDoneAtProvider(tx: Writing, userId: string, now: number): Promise<void> {
  await tx.updateTable('erasures').set({ provider_told_at: now }).where('user_id', '=', userId).execute()
}

/** Whether the database file may still hold what was deleted. */
export async function isUncleaned(db: Reading): Promise<boolean> {
  const row = await db
    .selectFrom('erasures')
    .select('user_id')
    .where('cleaned_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function setCleaned(tx: Writing, since: number, now: number): Promise<void> {
  await tx
    .updateTable('erasures')
    .set({ cleaned_at: now })
    .where('cleaned_at', 'is', null)
    .where('asked_at', '<=', since)
    .execute()
}

interface ErasedIntent {
  intentId: string
  /** Neither paid nor called off. */
  isOpen: boolean
}

/** The payments of somebody's orders, as the card provider calls them. */
export async function listIntents(db: Reading, userId: string): Promise<ErasedIntent[]> {
  const { paymentIds } = await personOf(db, userId)
  const intents: ErasedIntent[] = []
  for (const some of slicesOf(paymentIds)) {
    const rows = await db
      .selectFrom('payments')
      .select(['intent_id', 'succeeded_at', 'canceled_at'])
      .where('id', 'in', some)
      .execute()
    for (const { intent_id: intentId, succeeded_at, canceled_at } of rows)
      if (intentId !== null) intents.push({ intentId, isOpen: succeeded_at === null && canceled_at === null })
  }
  return intents
}
