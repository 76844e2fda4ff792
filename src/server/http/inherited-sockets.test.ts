import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { type TestContext, test } from 'vitest'
import { type EngineName, emptyDatabase } from '../../../tests/helpers/databases.ts'
import { InheritedSocket } from '../../../tests/helpers/inherited-socket.ts'
import { type ShopProcess, startProcess } from '../../../tests/helpers/shop-process.ts'
import { inheritedSockets } from './inherited-sockets.ts'

test('sockets are used only by the process that inherited them, not by its children', () => {
  assert.deepEqual(inheritedSockets({ LISTEN_FDS: '2', LISTEN_PID: '42' }, 42), [3, 4])
  for (const environment of [
    {},
    { LISTEN_FDS: '1', LISTEN_PID: '41' },
    { LISTEN_FDS: '1' },
    { LISTEN_FDS: '0', LISTEN_PID: '42' },
    { LISTEN_FDS: 'x', LISTEN_PID: '42' },
  ])
    assert.deepEqual(inheritedSockets(environment, 42), [])
})

/** Starts shops on one inherited socket and one database, and removes them after the test. */
async function shopsOnSocket(t: TestContext, engine: EngineName) {
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

/** Fails if the shop opens its own port: visitors between the two processes would be refused. */
test('a connection between two processes on an inherited socket waits, and the second process answers it', async t => {
  const { start, port } = await shopsOnSocket(t, 'sqlite')
  await stop(await start())
  const visitor = connect(port, '127.0.0.1')
  await once(visitor, 'connect')
  visitor.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  const second = await start()
  const [answer] = await once(visitor, 'data')
  assert.match(String(answer), /^HTTP\/1\.1 200 /)
  await stop(second)
})

/** Fails if a worker checks for sockets of its own process: it has none. */
test('several processes share an inherited socket', async t => {
  const { start } = await shopsOnSocket(t, 'postgres')
  const shop = await start({ WORKERS: '2' })
  for (let n = 0; n < 10; n++) assert.equal((await fetch(`${shop.url}/api/health`)).status, 200)
  await stop(shop)
})
