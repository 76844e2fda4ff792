import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { emptyDatabase, engines } from '../../../tests/helpers/databases.ts'
import { startPostgres } from '../../../tests/helpers/postgres.ts'
import {
  FailedStart,
  type ShopProcess,
  startProcess,
  withProcess,
} from '../../../tests/helpers/shop-process.ts'
import { closed } from '../../../tests/helpers/socket-closed.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/engine/open-database.ts'

/** With an invented link: the shop looks it up in the database, and hashes no password. */
const body = JSON.stringify({ token: 'x'.repeat(43), password: 'nine blue teapots on a wall' })

/** A request whose body has not been sent yet. The shop has read its head and sent 100 Continue. */
async function startRequest(url: string, n: number): Promise<ClientRequest> {
  const call = request(`${url}/api/auth/reset`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
      ...(n % 4 < 2 && { connection: 'keep-alive' }),
    },
  })
  call.flushHeaders()
  await once(call, 'continue')
  return call
}

async function finish(call: ClientRequest): Promise<string> {
  call.end(body)
  const [answer] = await once(call, 'response')
  let text = ''
  for await (const chunk of answer) text += chunk
  return `${answer.statusCode} ${JSON.parse(text).code}`
}

for (const engine of engines) {
  /**
   * If the database closes before the IPv6 twin of the server (http/listen.ts), its requests get a 500. The number of
   * requests is what even a very busy machine answers within eight seconds, after which connections are cut.
   */
  test(`SIGTERM with 40 requests in progress: all are answered, and the exit is clean [${engine}]`, async () => {
    await withProcess(engine, {}, async shop => {
      const { port } = new URL(shop.url)
      const urls = [`http://127.0.0.1:${port}`, `http://[::1]:${port}`]
      const calls = await Promise.all(
        Array.from({ length: 40 }, (_, n) => startRequest(urls[n % 2] ?? '', n)),
      )
      shop.process.kill('SIGTERM')
      await eventually(() => isClosed(port), 'the shop to stop listening')
      const answers: string[] = []
      for (const half of [0, 1]) {
        answers.push(
          ...(await Promise.all(calls.flatMap((call, n) => (n % 2 === half ? [finish(call)] : [])))),
        )
        // Enough time for a broken build that waits only for the first half.
        await delay(500)
      }
      assert.equal(answers.length, 40)
      assert.deepEqual([...new Set(answers)], ['410 link_used_or_old'])
      assert.equal(await shop.ended, 0)
    })
  })
}

async function isClosed(port: string): Promise<boolean> {
  const socket = connect(Number(port), '127.0.0.1')
  const open = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'error').then(() => false),
  ]).catch(() => false)
  socket.destroy()
  return !open
}

/** With server.maxConnections at 500 the shop would refuse all later connections. */
test('a thousand idle connections delay neither other visitors nor the shutdown', async () => {
  await withProcess('sqlite', {}, async shop => {
    const port = Number(new URL(shop.url).port)
    const sockets: Socket[] = []
    while (sockets.length < 1000) {
      const some = Array.from({ length: 200 }, () => connect(port, '127.0.0.1'))
      await Promise.all(some.map(socket => once(socket, 'connect')))
      sockets.push(...some)
      // A response shows that the idle connections were accepted before. The shop cannot close those still in the
      // backlog.
      for (const path of ['/api/health', '/api/items']) {
        const answer = await fetch(shop.url + path, { headers: { connection: 'close' } })
        assert.equal(answer.status, 200)
      }
    }
    const cut = Promise.all(sockets.map(closed))
    shop.process.kill('SIGTERM')
    assert.equal(await shop.ended, 0)
    await cut
  })
})

test('five shops that start concurrently on an empty PostgreSQL all open, and migrate once', async () => {
  const database = await emptyDatabase('postgres')
  const starts = await Promise.allSettled(
    [1, 2, 3, 4, 5].map(() => startProcess({ SHOP_MODE: 'demo', ...database.environment })),
  )
  const shops = starts.flatMap(start => (start.status === 'fulfilled' ? [start.value] : []))
  const refused = starts.flatMap(start => (start.status === 'rejected' ? [start.reason] : []))
  for (const shop of shops) assert.equal((await (await fetch(`${shop.url}/api/items`)).json()).length, 12)
  const db = await openDatabase(readConfig(database.environment), () => undefined)
  const names = (await db.read.selectFrom('migrations').select('name').execute()).map(row => row.name)
  assert.equal(new Set(names).size, names.length)
  await db.close()
  await stopAll(shops)
  await database.remove()
  assert.deepEqual(refused, [])
})

async function stopAll(shops: ShopProcess[]): Promise<void> {
  for (const shop of shops) shop.process.kill('SIGTERM')
  assert.deepEqual(
    await Promise.all(shops.map(shop => shop.ended)),
    shops.map(() => 0),
  )
}

/** Without claimFolder() both open, and each serves cached responses that the other has made stale. */
test('a second shop on the same folder is refused; the first continues, and a killed one leaves no lock', async () => {
  await withProcess('sqlite', {}, async (first, database) => {
    await assert.rejects(startProcess(database.environment), (error: unknown) => {
      assert.ok(error instanceof FailedStart)
      assert.equal(error.code, 1)
      assert.match(error.printed, /^\nAnother process uses the data folder .*\n$/)
      return true
    })
    assert.equal((await fetch(`${first.url}/api/health`)).status, 200)
    first.process.kill('SIGKILL')
    await first.ended
    await stopAll([await startProcess(database.environment)])
  })
})

/** Without 57P01 among the outages (db/engine/faults.ts) some responses are 500; without the listeners the process ends. */
test('a restart of PostgreSQL under load causes 503 with Retry-After, then the shop recovers', async () => {
  const postgres = await startPostgres()
  const database = await emptyDatabase('sqlite')
  const shop = await startProcess({ DATA_DIR: database.environment.DATA_DIR, DATABASE_URL: postgres.url })
  const seen = new Map<number, number>()
  let goOn = true
  const visit = async () => {
    while (goOn) {
      const answer = await fetch(`${shop.url}/api/auth/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `${Math.random()}@example.com`, password: 'x' }),
      })
      if (answer.status === 503) assert.ok(answer.headers.get('retry-after'))
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
      await answer.arrayBuffer()
    }
  }
  const visitors = Array.from({ length: 8 }, visit)
  try {
    await eventually(async () => (seen.get(404) ?? 0) > 20, 'answers before the restart')
    await postgres.restart(async () => {
      await eventually(async () => (seen.get(503) ?? 0) > 20, 'the shop to notice')
      assert.equal((await fetch(`${shop.url}/api/health`)).status, 503)
    })
    await eventually(async () => (await fetch(`${shop.url}/api/health`)).status === 200, 'recovery')
    goOn = false
    await Promise.all(visitors)
    const odd = [...seen.keys()].filter(status => ![404, 429, 503].includes(status))
    assert.deepEqual(odd, [])
    const lines = shop
      .printed()
      .split('\n')
      .filter(line => line.startsWith('{'))
    const lost = lines.map(line => JSON.parse(line)).filter(({ msg }) => /connection .* lost/.test(msg))
    assert.ok(
      lost.length > 0 && lost.every(({ level, err }) => level === 40 && err.message),
      'the log tells it',
    )
    await stopAll([shop])
  } finally {
    goOn = false
    await Promise.allSettled(visitors)
    shop.process.kill('SIGKILL')
    await postgres.stop()
    await database.remove()
  }
})
