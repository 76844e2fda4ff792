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

/** On 6ceb9a3 there is no such address: who restarts shops by their health restarts all of them with the database away. */
test('a shop without its database, and one that is told to end, is alive all the same', async () => {
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

test('without its database the shop says so, and nothing else', async () => {
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

/** Without a listener on connections in use (db/engine/postgres.ts) the lost one ends the whole process. */
test('a connection that is lost in the middle of a transaction costs that request only', async () => {
  const database = await migratedDatabase('postgres')
  const db = await openDatabase(readConfig(database.environment), () => undefined)
  const lost = db.write(async tx => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db.read)
    // The server ends it in its own time: asked often enough, it is gone.
    for (;;) await sql`select 1`.execute(tx)
  })
  await assert.rejects(lost, error => isOutage(error))
  assert.equal((await sql`select 1`.execute(db.read)).rows.length, 1)
  await db.close()
  await database.remove()
})
