import type { Passwords } from '../adapters/passwords.ts'
import type { Database } from './database.ts'
import { demoAccounts } from './demo.ts'
import { insertSeedOrders } from './insert-seed-orders.ts'
import { seedItems, seedReviews } from './seed-data.ts'
import { type SeedOrder, seedOrders } from './seed-orders.ts'
import { stockedItem } from './seed-stock.ts'
import type { Writing } from './tables.ts'

/**
 * Fills an empty demo, which has its accounts: goods, reviews, and what was ordered before. All of it follows from the
 * moment of the first start, so that two processes starting at once fill it once.
 */
export async function seed(db: Database): Promise<void> {
  const filled = await db.read.selectFrom('items').select('id').limit(1).executeTakeFirst()
  if (filled) return
  const { since } = await db.read.selectFrom('shop_mode').select('since').executeTakeFirstOrThrow()
  const orders = seedOrders(since)
  await db.write(async tx => {
    await insertGoods(tx, orders, since)
    await insertSeedOrders(tx, orders, since)
  })
}

async function insertGoods(tx: Writing, orders: readonly SeedOrder[], firstStart: number): Promise<void> {
  const stock = seedItems.map(item => stockedItem(item, orders, firstStart))
  await tx
    .insertInto('items')
    .values(stock.map(({ row }) => row))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx
    .insertInto('stock_changes')
    .values(stock.flatMap(({ changes }) => changes))
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await tx
    .insertInto('reviews')
    .values(seedReviews.map(review => ({ ...review, user_id: null, created_at: firstStart })))
    .onConflict(conflict => conflict.doNothing())
    .execute()
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
