import { demoAccounts } from '../db/demo.ts'
import { seedItems, seedReviews } from '../db/seed-data.ts'
import type { Reading, Writing } from '../db/tables.ts'
import * as items from './items.ts'
import * as recentSales from './recent-sales.ts'
import * as users from './users.ts'

const accountIds = demoAccounts.map(({ id }) => id)

/** Orders that somebody can still see. */
export async function countOrders(db: Reading): Promise<number> {
  const { count } = await db
    .selectFrom('bookings')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('removed_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Signs the demo's accounts out for good; what they have written goes with them. */
export async function removeAccounts(tx: Writing, now: number): Promise<void> {
  for (const id of accountIds) await users.remove(tx, id, now)
  await tx.updateTable('users').set({ password_hash: null }).where('id', 'in', accountIds).execute()
  await tx.deleteFrom('profiles').where('user_id', 'in', accountIds).execute()
  await tx.deleteFrom('reviews').where('user_id', 'in', accountIds).execute()
}

export async function removeGoods(tx: Writing, now: number): Promise<void> {
  for (const { id } of seedItems) await items.remove(tx, id, now)
  const reviewIds = seedReviews.map(({ id }) => id)
  await tx.deleteFrom('reviews').where('id', 'in', reviewIds).execute()
}

/**
 * Takes back what a demo cannot vouch for: in it everybody could make admins, and its Google and GitHub prove any
 * e-mail. Answers the e-mails of those who were admins.
 */
export async function distrust(tx: Writing): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('admin_since', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('email')
    .execute()
  await tx.updateTable('users').set({ admin_since: null, email_verified_at: null }).execute()
  await tx.deleteFrom('linked_accounts').execute()
  return admins.map(({ email }) => email)
}

/** All orders with their payments and letters, as if nobody had ever bought anything. */
export async function removeOrders(tx: Writing): Promise<void> {
  await tx.deleteFrom('refunds').execute()
  await tx.deleteFrom('disputes').execute()
  await tx.deleteFrom('stray_payments').execute()
  await tx.deleteFrom('payments').execute()
  await tx.deleteFrom('bookings').execute()
  await tx.deleteFrom('sales').execute()
  await recentSales.forget(tx)
  await tx.deleteFrom('card_events').execute()
  await tx.deleteFrom('outbox').execute()
  await tx
    .updateTable('items')
    .set(({ ref }) => ({ available_quantity: ref('stocked_quantity') }))
    .execute()
}
