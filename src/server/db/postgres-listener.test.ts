import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { databaseAt, placeWithTables } from '../../../tests/helpers/databases.ts'
import { eventually } from '../../../tests/helpers/paying-shop.ts'
import { hasPgbouncer, startPgbouncer } from '../../../tests/helpers/pgbouncer.ts'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { depsOf, openShop } from '../open-shop.ts'
import * as items from '../store/items.ts'
import { Database } from './database.ts'
import { openPostgres } from './postgres.ts'

interface Shop {
  db: Database
  /** How many changes of items it has been told of. */
  told(): number
  price(id: string): Promise<number>
  close(): Promise<void>
}

function shopThatListens(config: Config, directUrl?: string): Shop {
  const url = config.databaseUrl ?? ''
  const db = new Database(openPostgres(url, () => undefined, { directUrl }))
  const app = buildApp(depsOf(config, db))
  return {
    db,
    told: () => db.versions.ownOf(['items']),
    price: async id => (await app.inject({ url: `/api/items/${id}` })).json<Item>().price,
    async close() {
      await app.close()
      await db.close()
    },
  }
}

const listeners = sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and query like 'listen %'`

/** A shop that sells, and others on the same data. */
async function withListeners(
  others: number,
  work: (seller: Database, listening: Shop[]) => Promise<void>,
): Promise<void> {
  const place = await placeWithTables('postgres')
  const DATABASE_URL = databaseAt(new URL(place.environment.DATABASE_URL ?? '').pathname.slice(1))
  const config = readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...place.environment, DATABASE_URL })
  const { db } = await openShop(config, () => undefined)
  const listening = Array.from({ length: others }, () => shopThatListens(config))
  try {
    await db.write(tx => items.insert(tx, trayOf(Date.now())))
    for (const shop of listening) assert.equal(await shop.price(tray), 10)
    db.versions.of(['items'])
    await eventually(
      async () => (await listeners.execute(db.read)).rows.length === others + 1,
      'all to listen',
    )
    await work(db, listening)
  } finally {
    for (const shop of listening) await shop.close()
    await db.close()
    await place.remove()
  }
}

const tray = randomUUIDv7()

const trayOf = (now: number) => ({
  id: tray,
  name: 'Tray',
  description: 'For tests',
  price_cents: 1000,
  photo_url: '/pictures/test-960.webp',
  must_quantity: 1,
  stocked_quantity: 10,
  created_at: now,
})

const setPrice = (db: Database, id: string, cents: number) =>
  db.write(tx => tx.updateTable('items').set({ price_cents: cents }).where('id', '=', id).execute())

/** Fails without NOTIFY after the commit, or without LISTEN: nobody is told. */
test('a change is seen in what other processes have kept, at once', async () => {
  await withListeners(2, async (seller, listening) => {
    for (const cents of [1100, 1200, 1300]) {
      const before = listening.map(shop => shop.told())
      await setPrice(seller, tray, cents)
      for (const [n, shop] of listening.entries()) {
        await eventually(async () => shop.told() !== before[n], 'the news')
        assert.equal(await shop.price(tray), cents / 100)
      }
    }
  })
})

/** Without telling it, a page from before is shown by the others in the next outage. */
test('what one process takes from the public, all of them have', async () => {
  await withListeners(1, async (seller, [other]) => {
    const before = other?.db.versions.withdrawals
    await seller.write(tx => tx.updateTable('items').set({ hidden_at: 1 }).where('id', '=', tray).execute())
    await eventually(async () => other?.db.versions.withdrawals !== before, 'the withdrawal')
  })
})

/** Fails where a lost connection ends the listening. What was told meanwhile the looks find (looks.test.ts). */
test('a listener that was cut off comes back', async () => {
  await withListeners(1, async (seller, [other]) => {
    const { rows } = await listeners.execute(seller.read)
    for (const { pid } of rows) await sql`select pg_terminate_backend(${pid})`.execute(seller.read)
    const isBack = async () => {
      const now = (await listeners.execute(seller.read)).rows
      return now.length === rows.length && now.every(({ pid }) => rows.every(one => one.pid !== pid))
    }
    await eventually(isBack, 'the listeners to come back')
    const before = other?.told()
    await setPrice(seller, tray, 2000)
    await eventually(async () => other?.told() !== before, 'the news')
    assert.equal(await other?.price(tray), 20)
  })
})

/** Fails where the listener takes the pooler's connection for its own, or does not go past it. */
test.runIf(hasPgbouncer)('behind a pooler it listens past it', async t => {
  const place = await placeWithTables('postgres')
  const direct = databaseAt(new URL(place.environment.DATABASE_URL ?? '').pathname.slice(1))
  const pooler = await startPgbouncer(process.env.TEST_DATABASE_URL ?? '')
  const DATABASE_URL = databaseAt(new URL(direct).pathname.slice(1), pooler.url)
  const config = readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...place.environment, DATABASE_URL })
  const { db: seller } = await openShop({ ...config, databaseDirectUrl: direct }, () => undefined)
  const [past, without] = [shopThatListens(config, direct), shopThatListens(config)]
  t.onTestFinished(async () => {
    for (const one of [past, without, seller]) await one.close()
    await pooler.stop()
    await place.remove()
  })
  await seller.write(tx => items.insert(tx, trayOf(Date.now())))
  for (const shop of [past, without]) await shop.price(tray)
  seller.versions.of(['items'])
  await eventually(async () => (await listeners.execute(seller.read)).rows.length === 2, 'two to listen')
  const before = past.told()
  await setPrice(seller, tray, 1100)
  await eventually(async () => past.told() !== before, 'the news')
  assert.equal(without.told(), 0)
})
