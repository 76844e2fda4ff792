import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import { migratedDatabase } from '../../../tests/helpers/databases.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/engine/database.ts'
import { isOutage } from '../db/engine/faults.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { openPostgres } from '../db/engine/postgres.ts'
import { depsOf } from '../process/open-shop.ts'
import { Shutdown } from '../process/shutdown.ts'

/**
 * In 6ceb9a3 there is no such address: an orchestrator that restarts by health would restart all shops in an outage of
 * the database.
 */
test('a shop without its database, or while it shuts down, is still alive', async () => {
  const db = new Database(openPostgres('postgres://shop@127.0.0.1:1/none', () => undefined))
  const shutdown = new Shutdown()
  shutdown.exit = () => undefined as never
  shutdown.onBegin(() => new Promise(() => undefined))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db, shutdown))
  for (const end of [() => undefined, () => shutdown.begin()]) {
    end()
    const answer = await app.inject({ url: '/up' })
    assert.deepEqual([answer.statusCode, answer.json()], [200, { status: 'up' }])
    assert.match(String(answer.headers['cache-control']), /no-store/)
    assert.equal((await app.inject({ url: '/api/health' })).statusCode, 503)
  }
  await app.close()
  await db.close()
})

test('without its database the shop returns a plain outage', async () => {
  const config = readConfig({ LOG_LEVEL: 'silent' })
  const db = new Database(openPostgres('postgres://shop@127.0.0.1:1/none', () => undefined))
  const app = buildApp(depsOf(config, db))
  for (const url of ['/api/health', '/api/items', '/api/reviews']) {
    const answer = await app.inject({ url })
    assert.equal(answer.statusCode, 503, url)
    assert.equal(answer.json().code, 'unavailable', url)
    assert.equal(answer.headers['retry-after'], '2', url)
    assert.ok(!answer.body.includes('ECONNREFUSED'), url)
  }
  await app.close()
  await db.close()
})

/** Without a listener on connections in use (db/engine/postgres.ts) a lost one ends the whole process. */
test('a connection that is lost during a transaction fails only that request', async () => {
  const database = await migratedDatabase('postgres')
  const db = await openDatabase(readConfig(database.environment), () => undefined)
  const lost = db.write(async tx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.read)
    // The server closes the connection after a while, so the query is repeated until then.
    for (;;) await sql`select 1`.execute(tx)
  })
  await assert.rejects(lost, error => isOutage(error))
  assert.equal((await sql`select 1`.execute(db.read)).rows.length, 1)
  await db.close()
  await database.remove()
})
