import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { closed } from '../../../tests/helpers/socket-closed.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { Database } from '../db/engine/database.ts'
import { openSqlite } from '../db/engine/sqlite.ts'
import { usualLimits } from '../limits/limits.ts'
import { PerAddress } from '../limits/per-address.ts'
import { depsOf } from '../process/open-shop.ts'

/** Another address of this machine: Linux has all of 127.0.0.0/8, other systems have a network. */
const elsewhere =
  process.platform === 'linux'
    ? '127.0.0.2'
    : Object.values(networkInterfaces())
        .flatMap(all => all ?? [])
        .find(({ family, internal }) => family === 'IPv4' && !internal)?.address
const otherAddress = elsewhere ?? '127.0.0.1'

interface Shop {
  /** Connects from one of this machine's addresses. */
  from(address: string): Socket
  /** The status that a visitor from this address gets, or 'cut'. */
  ask(address: string, method?: string): Promise<number | 'cut'>
  /** How many requests have arrived. */
  seen(): number
}

async function withLimits(
  limits: Partial<typeof usualLimits>,
  work: (shop: Shop) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const db = new Database(openSqlite(':memory:'))
  const app = buildApp(depsOf(readConfig({ LOG_LEVEL: 'silent', ...settings }), db), {
    ...usualLimits,
    ...limits,
  })
  app.post('/api/echo', { config: { access: 'anyone' } }, async ({ body }) => body)
  app.get('/api/small', { config: { access: 'anyone' } }, async () => ({ small: true }))
  app.get('/api/large', { config: { access: 'anyone' } }, async () => Buffer.alloc(8_000_000))
  let seen = 0
  await app.listen({ port: 0, host: '0.0.0.0' })
  app.server.on('request', () => seen++)
  const { port } = app.server.address() as AddressInfo
  const sockets: Socket[] = []
  try {
    await work({
      from(localAddress) {
        const socket = connect({ port, host: localAddress, localAddress }).on('error', () => undefined)
        sockets.push(socket)
        return socket
      },
      ask: (localAddress, method = 'GET') => ask(port, localAddress, method),
      seen: () => seen,
    })
  } finally {
    for (const socket of sockets) socket.destroy()
    await app.close()
    await db.close()
  }
}

function ask(port: number, localAddress: string, method: string): Promise<number | 'cut'> {
  return new Promise(resolve => {
    const [path, body] = method === 'GET' ? ['/api/small', ''] : ['/api/echo', '{"a":1}']
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    request({ port, host: localAddress, localAddress, method, path, headers, agent: false }, answer => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', () => resolve('cut'))
      .end(body)
  })
}

const slowBody = (visitor = '') =>
  `POST /api/echo HTTP/1.1\r\nhost: x\r\n${visitor && `x-forwarded-for: ${visitor}\r\n`}content-type: application/json\r\ncontent-length: 99\r\n\r\n{`

function cutOf(sockets: readonly Socket[]): () => number {
  let cut = 0
  for (const socket of sockets) socket.once('close', () => cut++)
  return () => cut
}

/** If a request counts from its first byte on (overload.ts), every visitor gets the response that the shop is very busy. */
test('a thousand slow bodies from one address do not block other visitors', async () => {
  await withLimits({ graceMs: 60_000 }, async ({ from, ask, seen }) => {
    const slow = Array.from({ length: 1001 }, () => from('127.0.0.1'))
    const cut = cutOf(slow)
    for (const socket of slow) socket.write(slowBody())
    await eventually(async () => seen() >= 1001, 'all of them to be there')
    for (const address of [otherAddress, '127.0.0.1'])
      for (const method of ['GET', 'POST'])
        assert.equal(await ask(address, method), 200, `${method} ${address}`)
    // At most one, and one for the body that was sent since.
    assert.ok(cut() <= 2, 'they are still there')
  })
})

/** Without a limit all of them stay. If all addresses count together, those of the others are cut too. */
test('if one address sends too many bodies, the oldest is cut', async () => {
  await withLimits({ bodies: 3 }, async ({ from, ask, seen }) => {
    const [other, ...slow] = [otherAddress, ...Array.from({ length: 5 }, () => '127.0.0.1')].map(from)
    const cut = slow.map(socket => cutOf([socket]))
    for (const [n, socket] of [other, ...slow].entries()) {
      socket?.write(slowBody())
      await eventually(async () => seen() === n + 1, 'it to be there')
    }
    await eventually(async () => cut[1]?.(), 'the second to be cut')
    assert.deepEqual(
      cut.map(count => count()),
      [1, 1, 0, 0, 0],
    )
    assert.equal(other?.destroyed, false)
    assert.equal(await ask('127.0.0.1', 'POST'), 200)
  })
})

/** If the proxy's own address counts, one slow visitor cuts the bodies of all the others. */
test('behind a trusted proxy bodies are counted by visitor, and connections are not counted', async () => {
  const limits = { bodies: 1, connections: 2 }
  const work = async ({ from, seen }: Shop) => {
    const visitors = ['203.0.113.1', '203.0.113.2', '2001:db8::1', '203.0.113.2', '2001:db8::2']
    const sockets = visitors.map(() => from('127.0.0.1'))
    const cut = sockets.map(socket => cutOf([socket]))
    for (const [n, socket] of sockets.entries()) {
      socket.write(slowBody(visitors[n]))
      await eventually(async () => seen() === n + 1, 'it to be there')
    }
    await eventually(async () => cut[2]?.(), 'the first of one network to be cut')
    assert.deepEqual(
      cut.map(count => count()),
      [0, 1, 1, 0, 0],
    )
  }
  await withLimits(limits, work, { TRUSTED_PROXIES: '127.0.0.0/8' })
})

/** If the newest is refused instead, other visitors at the address are locked out. */
test('if one address has too many connections, the one that was silent for longest is cut', async () => {
  await withLimits({ connections: 3 }, async ({ from, ask }) => {
    const [other, first, second, third] = [otherAddress, '127.0.0.1', '127.0.0.1', '127.0.0.1'].map(from)
    for (const socket of [other, first, second, third]) await once(socket ?? from('127.0.0.1'), 'connect')
    first?.write('GET /api/small HTTP/1.1\r\nhost: x\r\n\r\n')
    await once(first ?? from('127.0.0.1'), 'data')
    const cut = [other, first, second, third].map(socket => cutOf(socket ? [socket] : []))
    assert.equal(await ask('127.0.0.1'), 200)
    await eventually(async () => cut[2]?.(), 'the silent one to be cut')
    assert.deepEqual(
      cut.map(count => count()),
      [0, 0, 1, 0],
    )
  })
})

/** If a complete body still counts, the first connection is cut. If finished work counts, the shop is full. */
test('complete bodies and answered requests no longer count', async () => {
  await withLimits({ bodies: 2, work: 2 }, async ({ from, ask }) => {
    const first = from('127.0.0.1')
    const cut = cutOf([first])
    const [start, end] = [slowBody().replace('99', '2'), '}']
    for (const _ of ['once', 'again']) {
      first.write(start)
      first.write(end)
      const [answer] = await once(first, 'data')
      assert.match(String(answer), /^HTTP\/1.1 200/)
      for (let n = 0; n < 5; n++) assert.equal(await ask('127.0.0.1', 'POST'), 200)
    }
    assert.equal(cut(), 0)
  })
})

/** Without requestTimeout a byte now and then holds a request open for ever. */
test('slow bodies are cut in the end, even if bytes still arrive', async () => {
  for (const limits of [{ arrivalMs: 300 }, { silenceMs: 300 }])
    await withLimits(limits, async ({ from }) => {
      const socket = from('127.0.0.1')
      socket.write(slowBody())
      const drops = setInterval(() => socket.write(' '), 'arrivalMs' in limits ? 20 : 60_000)
      await closed(socket.resume())
      clearInterval(drops)
    })
})

/** If a response counts until the client has read it, these block the shop. */
test('visitors who do not read their responses do not block others', async () => {
  await withLimits({ work: 20 }, async ({ from, ask, seen }) => {
    for (let n = 0; n < 30; n++) from('127.0.0.1').pause().write('GET /api/large HTTP/1.1\r\nhost: x\r\n\r\n')
    await eventually(async () => seen() >= 30, 'all of them to be there')
    for (const address of [otherAddress, '127.0.0.1']) assert.equal(await ask(address), 200)
  })
})

test('removed entries no longer count, and a repeated one becomes the newest', () => {
  const cut: string[] = []
  const open = new PerAddress<string>(2, one => cut.push(one))
  open.add('a', '1')
  open.add('a', '2')
  open.add('b', '9')
  open.add('a', '1')
  open.add('a', '3')
  assert.deepEqual(cut, ['2'])
  open.remove('a', '1')
  open.add('a', '4')
  assert.deepEqual(cut, ['2'])
  open.add('a', '5')
  assert.deepEqual(cut, ['2', '3'])
})

/** Fails if only silence and the time of a whole request are limited: a byte a second holds a slot for a minute. */
test('a body that trickles in is cut after a while; one that arrives slowly is not', async () => {
  const limits = { graceMs: 200, leastBytesPerSecond: 100, arrivalMs: 3_600_000 }
  await withLimits(limits, async ({ from }) => {
    const body = `{"a":"${'x'.repeat(60_000)}"}`
    const head = `POST /api/echo HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
    const [drops, slow] = [from('127.0.0.1'), from(otherAddress)]
    for (const socket of [drops, slow]) socket.write(head)
    let sent = 0
    const sending = setInterval(() => {
      drops.write(' ')
      slow.write(body.slice(sent, sent + 5000))
      sent += 5000
    }, 50)
    const [[answer]] = await Promise.all([once(slow, 'data'), closed(drops.resume())])
    clearInterval(sending)
    assert.match(String(answer), /^HTTP\/1.1 200/)
  })
})
