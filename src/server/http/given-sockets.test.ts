import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { emptyPlace } from '../../../tests/helpers/databases.ts'
import { HeldSocket } from '../../../tests/helpers/held-socket.ts'
import { startProcess } from '../../../tests/helpers/shop-process.ts'
import { givenSockets } from './given-sockets.ts'

test('sockets count for the process that they were handed to, and for nobody whom it has started', () => {
  assert.deepEqual(givenSockets({ LISTEN_FDS: '2', LISTEN_PID: '42' }, 42), [3, 4])
  for (const environment of [
    {},
    { LISTEN_FDS: '1', LISTEN_PID: '41' },
    { LISTEN_FDS: '1' },
    { LISTEN_FDS: '0', LISTEN_PID: '42' },
    { LISTEN_FDS: 'x', LISTEN_PID: '42' },
  ])
    assert.deepEqual(givenSockets(environment, 42), [])
})

/** Fails where the shop listens at a port of its own: who comes between the two processes is turned away. */
test('who comes between two processes on a held socket waits, and is answered by the second', async t => {
  const [place, socket] = [await emptyPlace('sqlite'), new HeldSocket()]
  t.after(async () => {
    socket.close()
    await place.remove()
  })
  const first = await startProcess(place.environment, socket)
  assert.equal(first.url, `http://127.0.0.1:${socket.port}`)
  first.process.kill('SIGTERM')
  assert.equal(await first.ended, 0)
  const visitor = connect(socket.port, '127.0.0.1')
  await once(visitor, 'connect')
  visitor.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  const second = await startProcess(place.environment, socket)
  const [answer] = await once(visitor, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  second.process.kill('SIGTERM')
  assert.equal(await second.ended, 0)
})

/** Fails where a worker looks for sockets that were handed to itself: there are none. */
test('several processes share a held socket', async t => {
  const [place, socket] = [await emptyPlace('postgres'), new HeldSocket()]
  t.after(async () => {
    socket.close()
    await place.remove()
  })
  const shop = await startProcess({ WORKERS: '2', ...place.environment }, socket)
  assert.equal(shop.url, `http://127.0.0.1:${socket.port}`)
  for (let n = 0; n < 10; n++) assert.equal((await fetch(`${shop.url}/api/health`)).status, 200)
  shop.process.kill('SIGTERM')
  assert.equal(await shop.ended, 0)
})
