import { dayMs } from '#domain/day.ts'
import type { Passwords } from '../adapters/passwords.ts'
import type { Database } from '../db/engine/database.ts'
import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { addAccount } from '../store/demo-data.ts'
import { demoAccounts } from '../store/demo-ids.ts'
import * as items from '../store/items.ts'
import * as profiles from '../store/profiles.ts'
import * as reviews from '../store/reviews.ts'
import { lockMode } from '../store/shop-mode.ts'
import * as users from '../store/users.ts'
import { demoItems, demoReviews } from './goods.ts'
import { playHistory } from './history.ts'
import { demoCustomers } from './people.ts'

const hourMs = 3_600_000

/**
 * Fills an empty demo with goods, people and past orders, in one transaction: a demo has all of it or nothing, and if
 * two processes start simultaneously, one fills it.
 */
export async function fillDemo(deps: Deps): Promise<void> {
  const { db } = deps
  if ((await items.listIds(db.read, 1)).length > 0) return
  await db.write(
    async tx => {
      const firstStart = await lockMode(tx)
      if ((await items.listIds(tx, 1)).length > 0) return
      await addGoods(tx, firstStart)
      await addPeople(tx, firstStart - 63 * dayMs)
      await playHistory({ ...deps, db: inside(db, tx) }, firstStart)
    },
    { patient: true },
  )
}

/** A Database whose writes all join this transaction. */
const inside = (db: Database, tx: Writing): Database =>
  Object.create(db, {
    read: { value: tx },
    write: { value: (work: (tx: Writing) => Promise<unknown>) => work(tx) },
  })

async function addGoods(tx: Writing, firstStart: number): Promise<void> {
  for (const item of demoItems) await items.insert(tx, { ...item, created_at: firstStart - 64 * dayMs })
  for (const [index, review] of demoReviews.entries())
    await reviews.insert(tx, {
      ...review,
      user_id: null,
      answer: null,
      hidden_at: null,
      created_at: firstStart - reviewAge(index),
    })
}

/** Two months of reviews, oldest first, at different hours. */
function reviewAge(index: number): number {
  const share = (demoReviews.length - index) / demoReviews.length
  return Math.floor(60 * dayMs * share) - ((index * 7) % 11) * hourMs
}

async function addPeople(tx: Writing, joined: number): Promise<void> {
  for (const { id, email, name, address, education, mobileNumber } of demoCustomers) {
    const account = { id, email, display_name: name, password_hash: null, email_verified_at: joined }
    await users.insert(tx, { ...account, created_at: joined })
    await profiles.create(tx, {
      user_id: id,
      name,
      address,
      education,
      linkedin: `https://linkedin.example/${id.slice(-4)}`,
      mobile_number: mobileNumber,
      updated_at: joined,
    })
  }
}

/** Adds the demo accounts if they are wanted and missing. */
export async function addDemoAccounts(db: Database, passwords: Passwords): Promise<void> {
  for (const { password, ...account } of demoAccounts) {
    if (await users.find(db.read, account.id)) continue
    const hash = await passwords.hash(password)
    await db.write(tx => addAccount(tx, account, hash, Date.now()), { patient: true })
  }
}
