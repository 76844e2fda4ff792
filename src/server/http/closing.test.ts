import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { test } from 'node:test'
import { closed } from '../../../tests/helpers/closed.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/database.ts'
import { openSqlite } from '../db/sqlite.ts'
import { depsOf } from '../open-shop.ts'
import { listen } from './listen.ts'

/** Fails where the last answer leaves its connection open: the visitor's next question meets a shop that is gone. */
test('an answer that is given while the shop closes is the last on its connection', async () => {
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
