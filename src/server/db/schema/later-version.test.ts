import assert from 'node:assert/strict'
import { join } from 'node:path'
import { sql } from 'kysely'
import { type TestContext, test } from 'vitest'
import { type EngineName, engines, migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { openShopAt } from '../../../../tests/helpers/shop.ts'
import { moveToPostgres } from '../../backup/move.ts'
import { takeBackup } from '../../backup/take-backup.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import type { Database } from '../engine/database.ts'
import { withSnapshot } from '../engine/snapshot.ts'
import { openWhileRunning } from '../open-existing.ts'
import { appliedStems } from './migrate.ts'

/** The number of the last migration that this program knows. */
const lastOf = async (db: Database): Promise<string> =>
  (await appliedStems(db.read)).at(-1)?.slice(0, 4) ?? ''

/** Simulates a later version that changes the data before the operator goes back to this one. */
async function migrateLikeLaterVersion(db: Database, name: string): Promise<void> {
  await db.write(async tx => {
    await tx.insertInto('migrations').values({ name, applied_at: 1 }).execute()
    await sql`create table gifts (id text primary key, order_id text references orders (id))`.execute(tx)
    await sql`alter table orders add column wrapped_at bigint`.execute(tx)
    await sql`alter table items add column weight bigint not null default 0`.execute(tx)
  })
}

/** Data that a later version has migrated. The name of its migration promises compatibility relative to our last one. */
async function databaseOfLaterVersion(
  t: TestContext,
  engine: EngineName,
  nameAfter: (last: string) => string,
) {
  const database = await migratedDatabase(engine)
  t.onTestFinished(() => database.remove())
  const shop = await openShopAt(database, engine)
  const item = await shop.item({ availableQuantity: 5 })
  const { db, config } = shop.deps
  await migrateLikeLaterVersion(db, nameAfter(await lastOf(db)))
  await shop.close()
  return { database, config, item }
}

for (const engine of engines) {
  /** Fails if every later version is refused: then an update could not be undone. */
  test(`the previous version works with the data of a later one that promises compatibility [${engine}]`, async t => {
    const { database, config, item } = await databaseOfLaterVersion(
      t,
      engine,
      last => `9999_gifts.from-${last}.sql`,
    )
    const shop = await openShopAt(database, engine)
    try {
      const ann = await shop.customer()
      assert.equal((await ann.order(item, 2)).statusCode, 201)
      assert.equal((await ann.order(await shop.item())).statusCode, 201)
    } finally {
      await shop.close()
    }
    assert.deepEqual(await withSnapshot(config, db => brokenInvariants(db)), [])
    await (await openWhileRunning(config)).close()
  })

  /** Fails if it copies only the tables it knows: customer data of the later version would be missing. */
  test(`the previous version refuses to back up only a part of the data [${engine}]`, async t => {
    const { config } = await databaseOfLaterVersion(
      t,
      engine,
      last => `9999_gifts.from-${last}.${engine}.sql`,
    )
    const sentence = /later version of the shop \(9999_gifts\), and this one does not know all of it/
    await assert.rejects(takeBackup(config, join(config.dataDir, 'never.tar')), sentence)
    if (engine === 'sqlite')
      await assert.rejects(moveToPostgres(config.dataDir, 'postgres://nobody@127.0.0.1:1/none'), sentence)
  })

  /** Fails if any promise counts: a version that is too old would work on tables that lack something it needs. */
  test(`a promise to a later version does not count for this one [${engine}]`, async t => {
    const { database, config } = await databaseOfLaterVersion(t, engine, () => '9999_gifts.from-9998.sql')
    const sentence = /later version of the shop \(9999_gifts\), and this one cannot use it/
    await assert.rejects(openShopAt(database, engine), sentence)
    await assert.rejects(
      withSnapshot(config, db => brokenInvariants(db)),
      sentence,
    )
  })
}

/** Fails if applied migrations are compared by their full names: the migration would run again. */
test('a promise can be added to a migration that has already run', async t => {
  const database = await migratedDatabase('sqlite')
  t.onTestFinished(() => database.remove())
  const shop = await openShopAt(database, 'sqlite')
  const { db } = shop.deps
  const [first = ''] = await appliedStems(db.read)
  await db.write(tx =>
    tx
      .updateTable('migrations')
      .set({ name: `${first}.from-0000.sql` })
      .where('name', '=', `${first}.sql`)
      .execute(),
  )
  await shop.close()
  await (await openShopAt(database, 'sqlite')).close()
})
