import type { Reading, Writing } from '../db/schema/tables.ts'
import { erasePerson } from './erase-person.ts'
import { batchesOf, personOf } from './personal-data.ts'
import * as removals from './removals.ts'

/** Removes a user and all personal data. False if the user does not exist. Erasing a user twice is harmless. */
export async function erase(tx: Writing, userId: string, now: number): Promise<boolean> {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return false
  await removals.carryOut(tx, userId, now)
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

/** Erasures that the card provider has not confirmed yet, starting with the least recently tried. */
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

/** Whether this erasure is not done at the card provider yet. */
export const isPendingAtProvider = async (db: Reading, userId: string): Promise<boolean> =>
  (await ofUser(db, userId))?.provider_told_at === null

export async function setTried(tx: Writing, userId: string, now: number): Promise<void> {
  await tx.updateTable('erasures').set({ tried_at: now }).where('user_id', '=', userId).execute()
}

export async function setDoneAtProvider(tx: Writing, userId: string, now: number): Promise<void> {
  await tx.updateTable('erasures').set({ provider_told_at: now }).where('user_id', '=', userId).execute()
}

/** Whether the database file may still contain deleted data. */
export async function needsCleaning(db: Reading): Promise<boolean> {
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
  /** Neither paid nor canceled. */
  isOpen: boolean
}

/** The provider's ids of a user's card payments. */
export async function listIntents(db: Reading, userId: string): Promise<ErasedIntent[]> {
  const { paymentIds } = await personOf(db, userId)
  const intents: ErasedIntent[] = []
  for (const some of batchesOf(paymentIds)) {
    const rows = await db
      .selectFrom('payments')
      .select(['intent_id', 'succeeded_at', 'canceled_at'])
      .where('id', 'in', some)
      .where('method', '=', 'card')
      .execute()
    for (const { intent_id: intentId, succeeded_at, canceled_at } of rows)
      if (intentId !== null) intents.push({ intentId, isOpen: succeeded_at === null && canceled_at === null })
  }
  return intents
}
