import type { Passwords } from '../adapters/passwords.ts'
import type { Database } from './database.ts'
import { demoAccounts } from './demo.ts'
import { openingOf } from './opening-stock.ts'
import { seedItems, seedReviews } from './seed-data.ts'
import type { Writing } from './tables.ts'

/** Fills an empty shop. Ids are fixed, so that two processes starting at once seed it once. */
export async function seed(db: Database): Promise<void> {
  const filled = await db.read.selectFrom('items').select('id').limit(1).executeTakeFirst()
  if (filled) return
  const now = Date.now()
  await db.write(async tx => {
    await tx
      .insertInto('items')
      .values(
        seedItems.map(item => ({
          ...item,
          available_quantity: item.stocked_quantity,
          created_at: now,
          removed_at: null,
          version: 1,
          hidden_at: null,
        })),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx
      .insertInto('stock_changes')
      .values(seedItems.map(item => openingOf({ ...item, created_at: now })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
    await tx
      .insertInto('reviews')
      .values(seedReviews.map(review => ({ ...review, user_id: null, created_at: now })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  })
}

/** The demo accounts, where they are wanted and missing. */
export async function seedDemoAccounts(db: Database, passwords: Passwords): Promise<void> {
  for (const account of demoAccounts) {
    const exists = await db.read
      .selectFrom('users')
      .select('id')
      .where('id', '=', account.id)
      .executeTakeFirst()
    if (exists) continue
    const hash = await passwords.hash(account.password)
    await db.write(tx => insertAccount(tx, account, hash))
  }
}

async function insertAccount(
  tx: Writing,
  account: (typeof demoAccounts)[number],
  hash: string,
): Promise<void> {
  const now = Date.now()
  await tx
    .insertInto('users')
    .values({
      id: account.id,
      email: account.email,
      display_name: account.name,
      password_hash: hash,
      email_verified_at: now,
      admin_since: account.admin ? now : null,
      created_at: now,
      photo_url: null,
      removed_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
