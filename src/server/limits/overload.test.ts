import assert from 'node:assert/strict'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { onSqlite } from '../../../tests/helpers/shop.ts'
import { closed } from '../../../tests/helpers/socket-closed.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/engine/database.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { depsOf } from '../process/open-shop.ts'

/** Fails without limitWork(): request 1,001 waits like the others. */
onSqlite('an overloaded shop says so immediately, and recovers', async shop => {
  const app = buildApp(shop.deps)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  app.get('/api/slow', { config: { access: 'anyone' } }, async () => {
    await released
    return 'done'
  })
  // An injected call starts when it is awaited.
  const call = async (url: string, remoteAddress = '127.0.0.1') => await app.inject({ url, remoteAddress })
  try {
    const waiting = Array.from({ length: 1000 }, (_, n) => call('/api/slow', `192.0.2.${n % 2}`))
    const refused = await call('/api/items')
    assert.deepEqual([refused.statusCode, refused.json().code], [503, 'overloaded'])
    assert.ok(Number(refused.headers['retry-after']) > 0)
    assert.equal(refused.headers['x-content-type-options'], 'nosniff', 'a refusal has the usual headers')
    for (const url of ['/up', '/api/health', '/api/metrics', '/api/metrics?from=prometheus'])
      assert.equal((await call(url)).statusCode, 200, url)
    release()
    assert.ok((await Promise.all(waiting)).every(answer => answer.statusCode === 200))
    const again = await Promise.all(Array.from({ length: 800 }, () => call('/api/items')))
    assert.ok(again.every(answer => answer.statusCode === 200))
  } finally {
    release()
    await app.close()
  }
})

/**
 * Fails without a limit per IP address: one could use up the capacity, and everyone would be told that the shop is very busy.
 */
onSqlite('one IP address cannot use up the shop’s capacity', async shop => {
  const app = buildApp(shop.deps)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  app.get('/api/slow', { config: { access: 'anyone' } }, async () => {
    await released
    return 'done'
  })
  const call = async (url: string, remoteAddress: string) => await app.inject({ url, remoteAddress })
  try {
    const waiting = Array.from({ length: 800 }, () => call('/api/slow', '192.0.2.1'))
    assert.equal((await call('/api/items', '192.0.2.1')).statusCode, 503)
    assert.equal((await call('/api/items', '192.0.2.2')).statusCode, 200)
    release()
    assert.ok((await Promise.all(waiting)).every(answer => answer.statusCode === 200))
    assert.equal((await call('/api/items', '192.0.2.1')).statusCode, 200)
  } finally {
    release()
    await app.close()
  }
})

/** Fails if the count goes down in onResponse: a thousand aborted requests would leave the shop refusing everyone. */
test('aborted requests do not count forever', async () => {
  const db = new Database(openSqlite(':memory:'))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db))
  let arrived = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: allHere, resolve: announce } = Promise.withResolvers<void>()
  app.get('/api/quick', { config: { access: 'anyone' } }, async () => 'done')
  app.get('/api/slow', { config: { access: 'anyone' } }, async () => {
    if (++arrived === 1000) announce()
    await released
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sockets = Array.from({ length: 1000 }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.write('GET /api/slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await allHere
  assert.equal((await app.inject({ url: '/api/quick' })).statusCode, 503)
  const allClosed = Promise.all(sockets.map(closed))
  for (const socket of sockets) socket.destroy()
  await allClosed
  await eventually(
    async () => (await app.inject({ url: '/api/quick' })).statusCode === 200,
    'the shop to notice the aborted requests',
  )
  release()
  await app.close()
  await db.close()
})

/** The data that the socket received before the shop closed it. */
async function untilCut(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', chunk => {
    received += chunk
  })
  await closed(socket)
  return received
}

/** Fails without connectionTimeout: a connection could stay open forever. */
test('a client that sends nothing or half a request is disconnected', async () => {
  const db = new Database(openSqlite(':memory:'))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db))
  const { timeout, requestTimeout, headersTimeout, keepAliveTimeout } = app.server
  for (const limit of [timeout, headersTimeout, keepAliveTimeout])
    assert.ok(limit > 0 && limit <= 75_000, `${limit}`)
  // The time of a video; other bodies have less (slow-bodies.test.ts).
  assert.equal(requestTimeout, 600_000)
  // Shortens the limit, which is half a minute in the shop.
  app.server.timeout = 100
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const slow = [
    '',
    'GET /api/items HTTP/1.1\r\nho',
    'POST /api/auth/sign-in HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  ]
  const answers = await Promise.all(
    slow.map(start => {
      const socket = connect(port, '127.0.0.1')
      socket.write(start)
      return untilCut(socket)
    }),
  )
  for (const answer of answers) assert.doesNotMatch(answer, /^HTTP\/1.1 2/)
  await app.close()
  await db.close()
})
