import { mkdirSync } from 'node:fs'
import { numbersBegin } from '#domain/invoice.ts'
import { claimFolder } from '../../src/server/db/data-dir.ts'
import type { Database } from '../../src/server/db/engine/database.ts'
import { openDatabase } from '../../src/server/db/engine/open-database.ts'
import type { DatabaseSettings } from '../../src/server/db/engine/snapshot.ts'
import { migrate } from '../../src/server/db/schema/migrate.ts'
import type { Tables, Writing } from '../../src/server/db/schema/tables.ts'
import { writeSearchTexts } from '../../src/server/jobs/index-search.ts'
import * as numbers from '../../src/server/store/numbers.ts'
import { type ModeSettings, rememberMode } from '../../src/server/store/shop-mode.ts'
import { type Bulk, openBulk, vacuum } from './bulk.ts'
import { type Given, invoices } from './invoice-rows.ts'
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
    const given = await withDatabase(settings, async db => {
      await migrate(db)
      await rememberMode(db, settings)
      return numbersIn(db)
    })
    const bulk = await openBulk(settings)
    await fill(bulk, size, given, say).finally(() => bulk.close())
    await withDatabase(settings, async db => {
      await db.write(countOn, { patient: true })
      await writeSearchTexts({ db })
    })
    await vacuum(settings)
  } finally {
    release()
  }
}

async function withDatabase<T>(settings: ModeSettings, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(settings, () => undefined)
  return work(db).finally(() => db.close())
}

/** The last numbers that orders, invoices and credit notes have. */
async function numbersIn({ read }: Database): Promise<Given> {
  const { order } = await read
    .selectFrom('orders')
    .select(({ fn }) => fn.max<number | null>('number').as('order'))
    .executeTakeFirstOrThrow()
  const series = await read.selectFrom('invoice_series').selectAll().execute()
  const last = Object.fromEntries(series.map(({ series, last_number }) => [series, last_number]))
  return { INV: numbersBegin, CN: numbersBegin, ...last, order: order ?? numbersBegin }
}

function claimOf({ dataDir, databaseUrl }: DatabaseSettings): () => void {
  if (databaseUrl) return () => undefined
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return claimFolder(dataDir).release
}

/** The next numbers follow those that have come. */
async function countOn(tx: Writing): Promise<void> {
  await numbers.continueOrders(tx)
  await tx.deleteFrom('invoice_series').execute()
  await tx
    .insertInto('invoice_series')
    .expression(({ selectFrom }) =>
      selectFrom('invoices')
        .select(({ fn }) => ['series', fn.max<number>('number').as('last_number')])
        .groupBy('series'),
    )
    .columns(['series', 'last_number'])
    .execute()
}

async function fill(bulk: Bulk, size: Size, given: Given, say: (line: string) => void): Promise<void> {
  const plan = planOf(size, 1, Date.now())
  const tables: [keyof Tables, Iterable<object>][] = [
    ['users', rows.users(plan)],
    ['profiles', rows.profiles(plan)],
    ['sessions', rows.sessions(plan)],
    ['items', rows.items(plan)],
    ['stock_changes', rows.stockChanges(plan)],
    ['orders', rows.orders(plan, given.order)],
    ['order_events', rows.orderEvents(plan)],
    ['payments', rows.payments(plan)],
    ['payment_orders', rows.paymentOrders(plan)],
    ['refunds', rows.refunds(plan)],
    ['invoices', invoices(plan, given)],
    ['reviews', rows.reviews(plan)],
  ]
  for (const [table, source] of tables) {
    const start = performance.now()
    const count = await bulk.insert(table, source)
    say(`  ${table.padEnd(12)} ${String(count).padStart(9)} rows in ${seconds(start)}`)
  }
}

export const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`
