import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { test } from 'vitest'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { emptyDatabase, engines, migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { programFile } from '../../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../../tests/helpers/program-environment.ts'
import { paidOrder } from '../../../../tests/helpers/refunding.ts'
import { contentsOf } from '../../backup/contents.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { readConfig } from '../../config.ts'
import { openShop } from '../../process/open-shop.ts'
import { demoIds } from '../../store/demo-ids.ts'
import { openDatabase } from '../engine/open-database.ts'
import { withSnapshot } from '../engine/snapshot.ts'
import { openExisting } from '../open-existing.ts'
import { appliedStems, migrate, runMigration } from './migrate.ts'
import { hasTable, tablesOf } from './table-rows.ts'
import type { Reading } from './tables.ts'

const run = promisify(execFile)
const opener = programFile('tests/helpers/open-shop-once.ts')
const killed = programFile('tests/helpers/open-shop-killed.ts')

for (const engine of engines) {
  test(`several processes can migrate and seed concurrently [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const environment = { ...programEnvironment, ...database.environment }
    await Promise.all([1, 2, 3].map(() => run(process.execPath, [opener], { env: environment })))
    const db = await openDatabase(readConfig(database.environment), () => undefined)
    const counts = await Promise.all(
      (['items', 'reviews', 'users'] as const).map(
        async table => (await db.read.selectFrom(table).select('id').execute()).length,
      ),
    )
    assert.deepEqual(counts, [12, 16, 2 + demoIds('customer').length])
    assert.deepEqual(await brokenInvariants(db.read), [], 'and the past of the demo is there once')
    await db.close()
    await database.remove()
  })

  test(`a failed migration changes nothing and can be run again [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const db = await openDatabase(readConfig(database.environment), () => undefined)
    // The first migration creates a table 'reviews' near its end: an existing one makes it fail halfway.
    await db.write(tx => tx.schema.createTable('reviews').addColumn('id', 'text').execute())
    await assert.rejects(migrate(db))
    await assert.rejects(
      db.read.selectFrom('items').selectAll().execute(),
      'no table is left from the failed run',
    )
    await db.write(tx => tx.schema.dropTable('reviews').execute())
    await migrate(db)
    await migrate(db)
    assert.deepEqual(await db.read.selectFrom('items').selectAll().execute(), [])
    await db.close()
    await database.remove()
  })

  /** If unknown versions are ignored, an older program takes orders on tables that it does not know. */
  test(`data of a later version is refused and stays unchanged [${engine}]`, async t => {
    const database = await emptyDatabase(engine)
    const config = readConfig({ SHOP_MODE: 'live', ...database.environment })
    const { db } = await openShop(config, () => undefined)
    t.onTestFinished(async () => {
      await db.close()
      await database.remove()
    })
    const last = (await appliedStems(db.read)).at(-1) ?? ''
    await db.write(tx => tx.deleteFrom('migrations').where('name', 'like', `${last}%`).execute())
    await db.write(tx =>
      tx.insertInto('migrations').values({ name: '9999_later.sql', applied_at: 1 }).execute(),
    )
    const before = await appliedStems(db.read)
    await assert.rejects(
      openShop(config, () => undefined),
      /later version of the shop \(9999_later\)/,
    )
    await assert.rejects(openExisting(config), /later version/)
    assert.deepEqual(await appliedStems(db.read), before)
    await assert.rejects(
      withSnapshot(config, async () => undefined),
      /later version/,
    )
  })

  /** If each statement has its own transaction, the tables of the killed run block the next one. */
  test(`a migration that is killed at any point runs again from its start [${engine}]`, async () => {
    const killedAt = async (statement: string) => {
      const database = await emptyDatabase(engine)
      const env = { ...programEnvironment, SHOP_MODE: 'live', ...database.environment }
      await assert.rejects(run(process.execPath, [killed, statement], { env }), { signal: 'SIGKILL' })
      const { db } = await openShop(
        readConfig({ SHOP_MODE: 'live', ...database.environment }),
        () => undefined,
      )
      assert.deepEqual(await db.read.selectFrom('payments').selectAll().execute(), [])
      await db.close()
      await database.remove()
    }
    // The last kill comes in the middle of the second migration.
    await Promise.all(['3', '33', '140'].map(killedAt))
  })
}

/** Fails if migrations time out after ten seconds, which is too short for a large table. */
test('migrations, and processes that wait for them, have no timeout', async () => {
  const database = await emptyDatabase('postgres')
  const db = await openDatabase(readConfig(database.environment), () => undefined)
  const { engine } = db
  const begin = engine.begin.bind(engine)
  const limits: (string | undefined)[] = []
  engine.begin = async how => {
    const open = await begin(how)
    const run = open.executeQuery.bind(open)
    open.executeQuery = async query => {
      if (query.sql.startsWith('insert into "migrations"')) limits.push(await statementTimeout(open.tx))
      return run(query)
    }
    return open
  }
  await migrate(db)
  assert.ok(limits.length > 0)
  for (const limit of limits) assert.equal(limit, '0')
  await db.close()
  await database.remove()
})

const statementTimeout = async (db: Reading) =>
  (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]?.statement_timeout

/** If a migration exists for one engine only, the backups of the other seem to come from a later version. */
test('both engines have the same migrations, tables and columns', async () => {
  const made = []
  for (const engine of engines) {
    const database = await migratedDatabase(engine)
    const db = await openDatabase(readConfig(database.environment), () => undefined)
    made.push([await appliedStems(db.read), await tablesOf(db.read)])
    await db.close()
    await database.remove()
  }
  assert.deepEqual(made[0], made[1])
})

/** Everything that references an order: an item, events, payments, a refund, an invoice. */
withCards(
  'a migration can rebuild the orders table without losing the rows that reference it',
  async shop => {
    const { db } = shop.deps
    const { ann, id } = await paidOrder(shop)
    const before = await contentsOf(db.read)
    if (db.engine.name === 'sqlite') {
      const { rows } = await sql<{ sql: string }>`select sql from sqlite_schema
      where tbl_name = 'orders' and sql is not null order by type desc`.execute(db.read)
      const [table = '', ...indexes] = rows.map(row => row.sql)
      const copy = table.replace('"orders"', 'orders_new')
      const steps = [copy, 'insert into orders_new select * from orders', 'drop table orders']
      const script = [...steps, 'alter table orders_new rename to orders', ...indexes].join(';\n')
      assert.notEqual(copy, table)
      await runMigration(db, '9998_orders-anew.sql', script)
    } else
      await runMigration(db, '9998_orders-anew.sql', 'alter table orders alter column quantity type bigint')
    assert.deepEqual(await contentsOf(db.read), before)
    const lost = db.write(tx => tx.deleteFrom('orders').where('id', '=', id).execute())
    await assert.rejects(lost, 'others refer to it, as before')
    const dropping = runMigration(db, '9999_no-items.sql', 'create table a (id text);\ndrop table items')
    await assert.rejects(dropping)
    assert.equal(await hasTable(db.read, 'items'), true)
    assert.equal((await ann.order(await shop.item())).statusCode, 201)
  },
)
