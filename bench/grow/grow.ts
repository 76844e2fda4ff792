import { mkdirSync } from 'node:fs'
import { claimFolder } from '../../src/server/db/claim.ts'
import type { Database } from '../../src/server/db/database.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { type ModeSettings, rememberMode } from '../../src/server/db/mode.ts'
import { openDatabase } from '../../src/server/db/open.ts'
import { recountSales } from '../../src/server/db/recount-sales.ts'
import type { DatabaseSettings } from '../../src/server/db/snapshot.ts'
import type { Tables, Writing } from '../../src/server/db/tables.ts'
import * as recentSales from '../../src/server/store/recent-sales.ts'
import { type Bulk, openBulk } from './bulk.ts'
import { planOf, type Size } from './plan.ts'
import * as rows from './rows.ts'

/** Adds a history of the given size to a shop, new or old. Nobody else may write meanwhile. */
export async function grow(
  settings: ModeSettings,
  size: Size,
  say: (line: string) => void = () => undefined,
): Promise<void> {
  const release = claimOf(settings)
  try {
    await withDatabase(settings, db => made(db, settings))
    const bulk = await openBulk(settings)
    await fill(bulk, size, say).finally(() => bulk.close())
    await withDatabase(settings, db => db.write(countAnew, { patient: true }))
  } finally {
    release()
  }
}

async function withDatabase(
  settings: DatabaseSettings,
  work: (db: Database) => Promise<void>,
): Promise<void> {
  const db = await openDatabase(settings, () => undefined)
  await work(db).finally(() => db.close())
}

/** Orders that come in bulk are not paid for one by one. */
async function countAnew(tx: Writing): Promise<void> {
  await recountSales(tx)
  await recentSales.forget(tx)
}

async function made(db: Database, settings: ModeSettings): Promise<void> {
  await migrate(db)
  await rememberMode(db, settings)
}

function claimOf({ dataDir, databaseUrl }: DatabaseSettings): () => void {
  if (databaseUrl) return () => undefined
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return claimFolder(dataDir).release
}

async function fill(bulk: Bulk, size: Size, say: (line: string) => void): Promise<void> {
  const plan = planOf(size, 1, Date.now())
  const tables: [keyof Tables, Iterable<object>][] = [
    ['users', rows.users(plan)],
    ['profiles', rows.profiles(plan)],
    ['sessions', rows.sessions(plan)],
    ['items', rows.items(plan)],
    ['stock_changes', rows.stockChanges(plan)],
    ['bookings', rows.orders(plan)],
    ['order_events', rows.orderEvents(plan)],
    ['payments', rows.payments(plan)],
    ['refunds', rows.refunds(plan)],
    ['reviews', rows.reviews(plan)],
  ]
  for (const [table, source] of tables) {
    const start = performance.now()
    const count = await bulk.insert(table, source)
    say(`  ${table.padEnd(12)} ${String(count).padStart(9)} rows in ${seconds(start)}`)
  }
}

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
