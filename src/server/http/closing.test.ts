import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { test } from 'vitest'
import { closed } from '../../../tests/helpers/socket-closed.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/engine/database.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { depsOf } from '../process/open-shop.ts'
import { Shutdown } from '../process/shutdown.ts'
import { listen } from './listen.ts'

/** Fails if the last response leaves its connection open: the visitor's next request would reach a shop that is gone. */
test('a response during the shutdown is the last one on its connection', async () => {
  const db = new Database(openSqlite(':memory:'))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db))
  const { promise: asked, resolve: note } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let arrived = 0
  app.get('/api/slow', { config: { access: 'anyone' } }, async () => {
    if (++arrived === 2) note()
    await released
    return 'done'
  })
  const { port } = new URL(await listen(app, { host: '127.0.0.1', port: 0, sockets: [] }))
  const answers: string[] = []
  const sockets = [1, 2].map(() => connect(Number(port), '127.0.0.1'))
  const ended = sockets.map(async (socket, n) => {
    socket.on('data', chunk => {
      answers[n] = (answers[n] ?? '') + chunk
    })
    await closed(socket)
  })
  for (const socket of sockets) socket.write('GET /api/slow HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await asked
  const closing = app.close()
  while (app.server.listening) await new Promise(setImmediate)
  release()
  await Promise.all([closing, ...ended])
  for (const answer of answers) {
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(answer, /\r\nconnection: close\r\n/i)
    assert.match(answer, /done$/)
  }
  assert.equal(answers.length, 2)
  await db.close()
})

/**
 * Connects while this thread is blocked, so that all connections are in the kernel's queue. Reports the outcome of
 * each.
 */
const visitors = `
  const { connect } = require('node:net')
  const { parentPort, workerData: { port, count, connected } } = require('node:worker_threads')
  const outcomes = Array.from({ length: count }, () => new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('GET /api/health HTTP/1.1\\r\\nhost: localhost\\r\\n\\r\\n')
      Atomics.add(connected, 0, 1)
      Atomics.notify(connected, 0)
    })
    let answer = ''
    socket.on('data', chunk => { answer += chunk }).on('error', ({ code }) => { answer = code })
    socket.on('close', () => resolve(answer.slice(0, 12)))
  }))
  Promise.all(outcomes).then(all => parentPort.postMessage(all))
`

/** In 6ceb9a3 all but the first are reset: Node accepts one connection per turn, and closing drops the others. */
test('every connection made before the shop stops listening is served, however long the queue is', async t => {
  const db = new Database(openSqlite(':memory:'))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db))
  const { port } = new URL(await listen(app, { host: '127.0.0.1', port: 0, sockets: [] }))
  const count = 60
  const connected = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(visitors, { eval: true, workerData: { port: Number(port), count, connected } })
  t.onTestFinished(async () => {
    await worker.terminate()
  })
  const outcomes = new Promise<string[]>(resolve => worker.once('message', resolve))
  for (let n = 0; n < count; n = Atomics.load(connected, 0)) Atomics.wait(connected, 0, n, 1000)
  await app.close()
  assert.deepEqual([...new Set(await outcomes)], ['HTTP/1.1 200'])
  await db.close()
})

/** Fails if responses close their connections during the drain: nginx then opens a new one for each, until the very end. */
test('connections stay open while the shop drains', async () => {
  const db = new Database(openSqlite(':memory:'))
  const shutdown = new Shutdown(5000)
  shutdown.exit = () => undefined as never
  shutdown.onBegin(() => new Promise(() => undefined))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent' }), db, shutdown))
  const url = await listen(app, { host: '127.0.0.1', port: 0, sockets: [] })
  shutdown.begin()
  const answer = await fetch(`${url}/api/health`)
  assert.deepEqual([answer.status, answer.headers.get('connection')], [503, 'keep-alive'])
  await answer.arrayBuffer()
  await app.close()
  await db.close()
})
