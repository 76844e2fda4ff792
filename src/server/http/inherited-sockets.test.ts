import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'vitest'
import { type EngineName, emptyDatabase } from '../../../tests/helpers/databases.ts'
import { InheritedSocket } from '../../../tests/helpers/inherited-socket.ts'
import { type ShopProcess, startProcess } from '../../../tests/helpers/shop-process.ts'
import { givenSockets } from './inherited-sockets.ts'

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

/** Starts shops on one held socket and one place; whatever becomes of the test, all of it is gone afterwards. */
async function heldFor(t: TestContext, engine: EngineName) {
  const [database, socket] = [await emptyDatabase(engine), new InheritedSocket()]
  const shops: ShopProcess[] = []
  t.onTestFinished(async () => {
    for (const { process, ended } of shops) {
      process.kill('SIGKILL')
      await ended
    }
    socket.close()
    await database.remove()
  })
  const start = async (settings: Record<string, string> = {}) => {
    const shop = await startProcess({ ...settings, ...database.environment }, socket)
    shops.push(shop)
    assert.equal(shop.url, `http://127.0.0.1:${socket.port}`)
    return shop
  }
  return { start, port: socket.port }
}

async function stop({ process, ended }: ShopProcess): Promise<void> {
  process.kill('SIGTERM')
  assert.equal(await ended, 0)
}

/** Fails where the shop listens at a port of its own: who comes between the two processes is turned away. */
test('who comes between two processes on a held socket waits, and is answered by the second', async t => {
  const { start, port } = await heldFor(t, 'sqlite')
  await stop(await start())
  const visitor = connect(port, '127.0.0.1')
  await once(visitor, 'connect')
  visitor.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  const second = await start()
  const [answer] = await once(visitor, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  await stop(second)
})

/** Fails where a worker looks for sockets that were handed to itself: there are none. */
test('several processes share a held socket', async t => {
  const { start } = await heldFor(t, 'postgres')
  const shop = await start({ WORKERS: '2' })
  for (let n = 0; n < 10; n++) assert.equal((await fetch(`${shop.url}/api/health`)).status, 200)
  await stop(shop)
})
