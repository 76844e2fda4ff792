import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import { databaseAt, migratedDatabase, type TestDatabase } from '../../../../tests/helpers/databases.ts'
import { hasPgbouncer, startPgbouncer } from '../../../../tests/helpers/pgbouncer.ts'
import { openShopAt } from '../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { readConfig } from '../../config.ts'
import type { Reading } from '../schema/tables.ts'
import { openDatabase } from './open-database.ts'

const timeoutOf = async (db: Reading): Promise<string | undefined> => {
  const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
    db,
  )
  return rows[0]?.limit
}

/** The same database through its own pgbouncer. */
async function pooled(database: TestDatabase) {
  const url = process.env.TEST_DATABASE_URL ?? ''
  const pooler = await startPgbouncer(url)
  const name = new URL(database.environment.DATABASE_URL ?? '').pathname.slice(1)
  const DATABASE_URL = databaseAt(name, pooler.url)
  return { pooler, database: { ...database, environment: { ...database.environment, DATABASE_URL } } }
}

/**
 * Fails if statements are named on such a connection ('prepared statement … does not exist'), or if the timeouts are in
 * the start-up packet ('unsupported startup parameter').
 */
test.runIf(hasPgbouncer)('several shops work behind pgbouncer in transaction mode', async t => {
  const direct = await migratedDatabase('postgres')
  const { pooler, database } = await pooled(direct)
  const shops = [await openShopAt(database, 'postgres'), await openShopAt(database, 'postgres')]
  t.onTestFinished(async () => {
    for (const shop of shops) await shop.close()
    await pooler.stop()
    await direct.remove()
  })
  const item = await shops[0]?.item({ availableQuantity: 50 })
  assert.ok(item)
  const buying = Array.from({ length: 60 }, async (_, n) => {
    const ann = await shops[n % 2]?.customer()
    return (await ann?.order(item))?.statusCode
  })
  const codes = (await Promise.all(buying)).sort()
  assert.deepEqual(codes, [...Array(50).fill(201), ...Array(10).fill(409)])
  for (const { deps } of shops) assert.deepEqual(await brokenInvariants(deps.db.read), [])
})

/** If they are set for the session, the next user of the server connection inherits the timeouts of the shop. */
test.runIf(hasPgbouncer)('on a shared connection each transaction sets its own timeouts', async t => {
  const direct = await migratedDatabase('postgres')
  const { pooler, database } = await pooled(direct)
  const db = await openDatabase(readConfig(database.environment), () => undefined)
  t.onTestFinished(async () => {
    await db.close()
    await pooler.stop()
    await direct.remove()
  })
  assert.equal(await db.write(timeoutOf), '10s')
  assert.equal(await db.write(timeoutOf, { patient: true }), '0')
  assert.equal(await timeoutOf(db.read), '0')
})

/** If every connection counts as shared, each order is planned again and a read has no timeout. */
test('a dedicated connection sets its timeouts when it opens, and names its statements', async t => {
  const database = await migratedDatabase('postgres')
  const url = new URL(database.environment.DATABASE_URL ?? '')
  const DATABASE_URL = databaseAt(url.pathname.slice(1))
  const shop = await openShopAt(
    { ...database, environment: { ...database.environment, DATABASE_URL } },
    'postgres',
    {
      DATABASE_POOL_SIZE: '2',
    },
  )
  t.onTestFinished(async () => {
    await shop.close()
    await database.remove()
  })
  const { db } = shop.deps
  assert.equal(await timeoutOf(db.read), '10s')
  await (await shop.customer()).order(await shop.item())
  const { rows } = await sql`select name from pg_prepared_statements where name like 'shop_%'`.execute(
    db.read,
  )
  assert.ok(rows.length > 0)
  const slow = sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`
  const many = await Promise.all(Array.from({ length: 8 }, () => slow.execute(db.read)))
  assert.equal(new Set(many.map(({ rows: [row] }) => row?.pid)).size, 2)
})
