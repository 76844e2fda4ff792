import { sql } from 'kysely'
import type { Page } from '#contract/shapes.ts'
import type { Reading, Writing } from '../db/schema/tables.ts'
import { countRows } from './count-rows.ts'
import { begins } from './search/prefix.ts'

const day = 86_400_000

/** How long a request can be confirmed. */
const confirmableMs = 7 * day

/** How long the shop can prove that somebody had subscribed and has left: as long as they may complain about it. */
const proofMs = 3 * 365 * day

/** Adds a request, or renews it. False for a subscriber, whose row stays as it is. */
export async function ask(tx: Writing, tokenHash: string, email: string, now: number): Promise<boolean> {
  const asked = { email, asked_at: now, confirmed_at: null, left_at: null, expires_at: now + confirmableMs }
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('newsletter_subscribers')
    .values({ token_hash: tokenHash, ...asked })
    .onConflict(conflict =>
      conflict
        .column('token_hash')
        .doUpdateSet(asked)
        .where('newsletter_subscribers.expires_at', 'is not', null),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Makes the request a subscription. Returns its address, or undefined if there is none to confirm. */
export async function confirm(tx: Writing, tokenHash: string, now: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('newsletter_subscribers')
    .set({ confirmed_at: now, expires_at: null })
    .where('token_hash', '=', tokenHash)
    .where('confirmed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('email')
    .executeTakeFirst()
  return row?.email ?? undefined
}

export async function has(db: Reading, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_subscribers')
    .select('token_hash')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Removes the address and the emails to it. Of a subscription the times stay, as a proof; a request that was not confirmed is
 * deleted. False if neither was there.
 */
export async function leave(tx: Writing, tokenHash: string, now: number): Promise<boolean> {
  await removeEmails(tx, tokenHash)
  const requests = await tx
    .deleteFrom('newsletter_subscribers')
    .where('token_hash', '=', tokenHash)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  const subscriptions = await tx
    .updateTable('newsletter_subscribers')
    .set({ email: null, left_at: now, expires_at: now + proofMs })
    .where('token_hash', '=', tokenHash)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  return requests.numDeletedRows + subscriptions.numUpdatedRows > 0n
}

/** The prefix of the ids of all emails to a subscriber. */
export const emailPrefix = (tokenHash: string): string => `newsletter ${tokenHash} `

/** Deletes the emails to this address. Its row is deleted by the list of tables. */
export async function removeEmailsTo(tx: Writing, email: string): Promise<void> {
  const row = await tx
    .selectFrom('newsletter_subscribers')
    .select('token_hash')
    .where('email', '=', email)
    .executeTakeFirst()
  if (row) await removeEmails(tx, row.token_hash)
}

const removeEmails = (tx: Writing, tokenHash: string) =>
  sql`delete from outbox where ${begins(sql`id`, emailPrefix(tokenHash))}`.execute(tx)

/** Everything, as when a demo ends: nobody has subscribed to the live shop. */
export async function removeAll(tx: Writing): Promise<void> {
  await tx.deleteFrom('newsletter_subscribers').execute()
}

/** Sorted by email; who has left has none. */
const subscribed = (db: Reading, after = '') =>
  db.selectFrom('newsletter_subscribers').where('confirmed_at', 'is not', null).where('email', '>', after)

export const count = (db: Reading): Promise<number> => countRows(subscribed(db))

export interface Subscriber {
  /** The email. */
  _id: string
  confirmedAt: number
}

export async function list(db: Reading, { limit, after }: Page): Promise<Subscriber[]> {
  const rows = await subscribed(db, after)
    .select(['email', 'confirmed_at'])
    .orderBy('email')
    .limit(limit)
    .execute()
  return rows.map(({ email, confirmed_at }) => ({ _id: email ?? '', confirmedAt: confirmed_at ?? 0 }))
}
