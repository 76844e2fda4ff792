import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { test } from 'vitest'
import { emptyDatabase } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { withSnapshot } from '../db/engine/snapshot.ts'
import { openShop } from './open-shop.ts'
import { explainFailedStart } from './start-failure.ts'

/** The output of a start and of a command: the same single sentence, which does not blame the shop. */
async function startOutput(DATABASE_URL: string, DATA_DIR: string): Promise<string> {
  const config = readConfig({ SHOP_MODE: 'live', DATABASE_URL, DATA_DIR })
  const of = async (work: () => Promise<unknown>) => {
    try {
      await work()
      return 'it worked'
    } catch (error) {
      return explainFailedStart(error)
    }
  }
  const start = await of(() => openShop(config, () => undefined))
  assert.equal(await of(() => withSnapshot(config, async () => undefined)), start)
  assert.equal(start.trim().split('\n').length, 1, start)
  assert.doesNotMatch(start, /internal error|hidden/)
  return start
}

/** A server that answers every connection with this PostgreSQL error. */
async function refusingServer(code: string, message: string) {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
      const head = Buffer.alloc(5, 'E')
      head.writeInt32BE(fields.length + 4, 1)
      socket.end(Buffer.concat([head, fields]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://shop:hidden@127.0.0.1:${port}/shop`, close: () => server.close() }
}

/** If only outages are explained, each of these ends with a stack trace and 'an internal error'. */
test('PostgreSQL refuses the connection: wrong password, unknown user, missing database', async t => {
  const database = await emptyDatabase('sqlite')
  t.onTestFinished(() => database.remove())
  const refusals: [string, string, RegExp][] = [
    ['28P01', 'password authentication failed for user "shop"', /check the user and the password/],
    ['28000', 'role "shop" does not exist', /check the user and the password/],
    ['3D000', 'database "shop" does not exist', /no such database: create it/],
  ]
  for (const [code, message, sentence] of refusals) {
    const server = await refusingServer(code, message)
    t.onTestFinished(() => void server.close())
    assert.match(await startOutput(server.url, database.environment.DATA_DIR), sentence)
  }
  const free = await refusingServer('', '')
  free.close()
  assert.match(await startOutput(free.url, database.environment.DATA_DIR), /cannot be used/)
})

test('PostgreSQL lacks permissions or the database, is too old, or has no Unicode', async t => {
  const database = await emptyDatabase('postgres')
  const { DATABASE_URL = '', DATA_DIR } = database.environment
  const owner = new pg.Client(DATABASE_URL)
  await owner.connect()
  t.onTestFinished(async () => {
    await owner.end()
    await database.remove()
  })
  const url = new URL(DATABASE_URL)
  url.pathname = '/nowhere'
  assert.match(await startOutput(url.href, DATA_DIR), /no such database/)

  const role = `guest_${process.pid}`
  await owner.query(`create role ${role} login`)
  url.pathname = new URL(DATABASE_URL).pathname
  url.username = role
  const start = await openShop(readConfig({ DATABASE_URL: url.href, DATA_DIR }), () => undefined).catch(
    explainFailedStart,
  )
  assert.match(String(start), /may not make or use the shop’s tables.*permission denied/)

  await owner.query('create schema older')
  await owner.query(
    `create function older.current_setting(text) returns text language sql as $$ select '130023' $$`,
  )
  const older = new URL(DATABASE_URL)
  older.searchParams.set('options', '-c search_path=older,pg_catalog')
  assert.match(await startOutput(older.href, DATA_DIR), /PostgreSQL 13 is too old: the shop needs 14/)

  await owner.query('create schema latin')
  await owner.query(
    `create function latin.getdatabaseencoding() returns name language sql as $$ select 'LATIN1'::name $$`,
  )
  older.searchParams.set('options', '-c search_path=latin,pg_catalog')
  assert.match(await startOutput(older.href, DATA_DIR), /keeps text as LATIN1: the shop needs UTF8/)
  await owner.query('create table latin.pg_collation (collname name)')
  await owner.query('drop function latin.getdatabaseencoding')
  assert.match(await startOutput(older.href, DATA_DIR), /built without ICU/)
  await owner.query(`drop role ${role}`)
})
