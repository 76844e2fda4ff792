import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import { type DatabaseProxy, proxyTo } from '../../../../tests/helpers/database-proxy.ts'
import { migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { openShopAt } from '../../../../tests/helpers/shop.ts'
import { Database } from './database.ts'
import { isOutage } from './faults.ts'
import { openPostgres } from './postgres.ts'

async function throughProxy(work: (db: Database, proxy: DatabaseProxy) => Promise<void>): Promise<void> {
  const database = await migratedDatabase('postgres')
  const proxy = await proxyTo(database.environment.DATABASE_URL ?? '')
  const db = new Database(openPostgres(proxy.url, () => undefined, { silenceMs: 500 }))
  try {
    await work(db, proxy)
  } finally {
    await db.close()
    await proxy.close()
    await database.remove()
  }
}

const one = sql`select 1`

/** As many connections as concurrent queries. */
const manyReads = (db: Database) => Promise.all(Array.from({ length: 5 }, () => one.execute(db.read)))

/** Without query_timeout the first read waits for ever. If only its own connection is dropped, the next ones hang too. */
test('dead connections that were not closed fail only the queries that run on them', async () => {
  await throughProxy(async (db, proxy) => {
    await manyReads(db)
    const before = proxy.connectionCount()
    assert.ok(before > 1, 'several connections are waiting')
    proxy.freeze()
    await assert.rejects(one.execute(db.read), isOutage)
    await manyReads(db)
    assert.ok(proxy.connectionCount() > before)
  })
})

/** If a rollback is sent after the timeout, the caller waits twice as long, and the next write waits for both. */
test('a transaction on a dead connection fails as an outage, and the next one works', async () => {
  await throughProxy(async (db, proxy) => {
    let rounds = 0
    const lost = db.write(async tx => {
      rounds++
      proxy.freeze()
      await one.execute(tx)
    })
    await assert.rejects(lost, isOutage)
    assert.equal(rounds, 1)
    assert.equal((await db.write(tx => one.execute(tx))).rows.length, 1)
  })
})

/**
 * The connection drops at each step. Without 'Connection terminated' among the messages (postgres-pool.ts) this is an
 * internal error.
 */
test('a connection that drops while it connects, begins, works or commits is an outage', async () => {
  for (const words of ['application_name', 'start transaction', 'select 1', 'commit'])
    await throughProxy(async (db, proxy) => {
      proxy.cutAt(words)
      await assert.rejects(
        db.write(tx => one.execute(tx)),
        isOutage,
        words,
      )
      proxy.cutAt('')
      assert.equal((await db.write(tx => one.execute(tx))).rows.length, 1)
    })
})

/**
 * The connection drops before the server receives the commit, or before it can answer: the shop cannot know which.
 * Fails if the transaction runs again after a lost connection: it would place the order twice.
 */
test('a transaction whose connection is lost during the commit runs once, and its outcome is left open', async t => {
  const database = await migratedDatabase('postgres')
  const proxy = await proxyTo(database.environment.DATABASE_URL ?? '')
  const environment = { ...database.environment, DATABASE_URL: proxy.url }
  const shop = await openShopAt({ ...database, environment }, 'postgres')
  t.onTestFinished(async () => {
    await shop.close()
    await proxy.close()
    await database.remove()
  })
  const item = await shop.item()
  const ann = await shop.customer()
  const orders = async () =>
    (await shop.deps.db.read.selectFrom('orders').select('id').execute()).map(row => row.id)
  for (const heard of [false, true]) {
    const before = await orders()
    proxy.cutAt('commit', heard)
    const answer = await ann.order(item)
    proxy.cutAt('')
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'unavailable'])
    assert.doesNotMatch(answer.json().detail, /\bnot?\b|nothing|success|placed|changed|saved/i)
    const left = before.length + (heard ? 1 : 0)
    // The server finishes the commit that it has received in its own time.
    await eventually(async () => (await orders()).length === left, 'the commit')
  }
})

/** Fails if a statement of a migration gets the ten-second limit of an order. */
test('a patient transaction has no timeout, and the next one on its connection has one again', async () => {
  await throughProxy(async db => {
    const limit = sql<{ statement_timeout: string }>`show statement_timeout`
    const { rows } = await db.write(
      async tx => {
        // The client of this test times out after half a second.
        await sql`select pg_sleep(0.7)`.execute(tx)
        return limit.execute(tx)
      },
      { patient: true },
    )
    assert.deepEqual(rows, [{ statement_timeout: '0' }])
    assert.deepEqual((await db.write(tx => limit.execute(tx))).rows, [{ statement_timeout: '500ms' }])
  })
})

/**
 * Without 25006 among the outages the order is an internal error. If its session returns to the pool, the shop stays
 * read-only until it is restarted.
 */
test('after a fail-over, writes to a read-only server are outages until the primary is reachable', async () => {
  const database = await migratedDatabase('postgres')
  const shop = await openShopAt(database, 'postgres')
  const name = new URL(database.environment.DATABASE_URL ?? '').pathname.slice(1)
  const ann = await shop.customer()
  const item = await shop.item()
  const owner = new Database(openPostgres(database.environment.DATABASE_URL ?? '', () => undefined))
  const fallBack = async (readOnly: boolean) => {
    await sql
      .raw(`alter database ${name} set default_transaction_read_only = ${readOnly}`)
      .execute(owner.read)
    if (!readOnly) return
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.read)
  }
  // An older session: it can write whatever new sessions may do.
  await one.execute(owner.read)
  await fallBack(true)
  // The first connections may turn out to be closed.
  await shop.call({ url: '/api/health' }).catch(() => undefined)
  for (const _ of [1, 2, 3]) {
    const refused = await ann.order(item)
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 'unavailable'])
    assert.ok(refused.headers['retry-after'])
  }
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).statusCode, 200, 'reading goes on')
  await fallBack(false)
  // The read may have left a read-only session in the pool, which the first order discovers.
  await ann.order(item)
  assert.equal((await ann.order(item)).statusCode, 201)
  await owner.close()
  await shop.close()
  await database.remove()
})
