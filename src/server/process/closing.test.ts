import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type TestContext, test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { type EngineName, emptyDatabase } from '../../../tests/helpers/databases.ts'
import { allEmails } from '../../../tests/helpers/outbox-emails.ts'
import { type Spawned, spawnShop, startProcess } from '../../../tests/helpers/shop-process.ts'
import { signedIn } from '../../../tests/helpers/signed-in.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import * as outbox from '../store/outbox.ts'

/** A provider that accepts every call and never answers. */
async function silentServer() {
  const sockets = new Set<Socket>()
  const server = createServer(socket => sockets.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    calls: () => sockets.size,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

/** Sends requests over one connection until the shop is gone. Returns every status and every broken call. */
async function visit(url: string, isOver: () => boolean): Promise<(number | string)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen: (number | string)[] = []
  while (!isOver()) {
    const status = await new Promise<number | string>(resolve => {
      const call = request(url, { agent }, answer => {
        answer.resume().once('close', () => resolve(answer.complete ? (answer.statusCode ?? 0) : 'cut'))
        answer.on('error', () => undefined)
      })
      call
        .once('error', ({ code = 'cut' }: NodeJS.ErrnoException) =>
          resolve(call.reusedSocket ? `${code} on a connection in use` : 'not taken'),
        )
        .end()
    })
    // The shop no longer listens, or stopped before it accepted this connection.
    if (status === 'not taken') break
    seen.push(status)
  }
  agent.destroy()
  return seen
}

/** shutdown.test.ts checks the limit of ten seconds; a machine that is busy with other tests needs longer. */
const ends = ({ ended }: Spawned) => Promise.race([ended, delay(25_000, 'too late', { ref: false })])

/** A visitor who starts a request and never finishes it. */
async function slowVisitor(t: TestContext, port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  t.onTestFinished(() => void socket.destroy())
  const head = ['POST /api/auth/sign-in HTTP/1.1', 'host: localhost', 'content-type: application/json']
  socket.write([...head, 'expect: 100-continue', 'content-length: 50', '', ''].join('\r\n'))
  await once(socket, 'data')
}

/** Starts shops on one database and removes all of them after the test, whatever its result. */
async function shopLauncher(t: TestContext, engine: EngineName = 'sqlite') {
  const database = await emptyDatabase(engine)
  const shops: Spawned[] = []
  t.onTestFinished(async () => {
    for (const shop of shops) shop.process.kill('SIGKILL')
    await database.remove()
  })
  const kept = <T extends Spawned>(shop: T): T => {
    shops.push(shop)
    return shop
  }
  return {
    environment: database.environment,
    spawn: (settings: Record<string, string>) => kept(spawnShop({ ...database.environment, ...settings })),
    start: async (settings: Record<string, string>) =>
      kept(await startProcess({ ...database.environment, ...settings })),
  }
}

/**
 * Fails if only the first signal is handled: the second one ends the process, and requests are cut off. Fails if the
 * shop waits for providers: the jobs delay the process for minutes. Fails if the slow visitor is not cut off: the
 * process ends before the log is written back.
 */
test('two signals under load, with silent providers and a slow visitor: every request is answered, and the exit is clean', async t => {
  const [launcher, cards, mail] = [await shopLauncher(t), await silentServer(), await silentServer()]
  const shop = await launcher.start({
    SHOP_MODE: 'demo',
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_BASE: `http://127.0.0.1:${cards.port}`,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
  })
  t.onTestFinished(() => {
    cards.close()
    mail.close()
  })
  const url = shop.url.replace('localhost', '127.0.0.1')
  const db = await openDatabase(readConfig(launcher.environment), () => undefined)
  t.onTestFinished(() => db.close())
  const letter = {
    id: 'x',
    recipient: 'a@example.com',
    user_id: null,
    subject: 'x',
    text_body: 'x',
    html_body: 'x',
  }
  await db.write(tx => outbox.add(tx, letter, Date.now()))
  await eventually(async () => mail.calls() > 0, 'the letter to be under way')
  const robin = await signedIn(url)
  const [item] = await (await fetch(`${url}/api/items`)).json()
  const asked = {
    itemId: item._id,
    itemName: item.name,
    ownerName: 'Robin',
    email: robin.email,
    mobileNumber: '5',
    address: 'x',
    quantity: item.mustQuantity,
    totalPrice: (Math.round(item.price * 100) * item.mustQuantity) / 100,
  }
  const order = await (await robin.post('/booking', asked)).json()
  const paying = robin.post('/create-payment-intent', order)
  await eventually(async () => cards.calls() > 0, 'the payment to be under way')

  await slowVisitor(t, Number(new URL(url).port))
  let isOver = false
  const paths = ['/api/items', '/api/reviews', `/api/items/${item._id}`, '/api/health']
  const visitors = Array.from({ length: 24 }, (_, n) => visit(url + paths[n % 4], () => isOver))
  await eventually(async () => (await fetch(`${url}/api/health`)).ok, 'the shop under load')
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    shop.process.kill(signal)
    await delay(20)
  }
  const answers = await Promise.all(visitors)
  assert.deepEqual(
    [...new Set(answers.flat())].filter(status => status !== 200 && status !== 503),
    [],
  )
  assert.ok(
    answers
      .filter((_, n) => n % 4 === 3)
      .flat()
      .includes(503),
    'the health check answers 503 first',
  )
  assert.ok(
    !answers
      .filter((_, n) => n % 4 !== 3)
      .flat()
      .includes(503),
    'all other calls are answered until the end',
  )
  const answer = await paying
  assert.deepEqual([answer.status, (await answer.json()).code], [503, 'unavailable'])
  assert.equal(await ends(shop), 0, shop.printed())
  isOver = true
  const log = join(launcher.environment.DATA_DIR, 'shop.db-wal')
  assert.ok(
    !existsSync(log) || statSync(log).size === 0,
    'no log is left, although somebody else has the file open',
  )

  const [kept] = await allEmails(db.read)
  assert.deepEqual([kept?.sent_at, kept?.given_up_at], [null, null], 'the letter is tried again')
  const payments = await db.read
    .selectFrom('payments')
    .select(['canceled_at', 'succeeded_at'])
    // The charges of the demo's history have succeeded.
    .where('succeeded_at', 'is', null)
    .execute()
  assert.deepEqual(payments, [{ canceled_at: null, succeeded_at: null }], 'the payment stays open')
})

test('a signal during the start ends the shop cleanly', async t => {
  const [launcher, silent] = [await shopLauncher(t), await silentServer()]
  t.onTestFinished(() => silent.close())
  const shop = launcher.spawn({ DATABASE_URL: `postgres://shop@127.0.0.1:${silent.port}/x` })
  await eventually(async () => silent.calls() > 0, 'the start to be under way')
  shop.process.kill('SIGTERM')
  assert.equal(await ends(shop), 0, shop.printed())
})

test('a signal ends all workers cleanly, while they start and when they are open', async t => {
  const launcher = await shopLauncher(t, 'postgres')
  const starting = launcher.spawn({ WORKERS: '2' })
  await eventually(async () => starting.printed().includes('workers start'), 'workers')
  for (let n = 0; n < 2; n++) starting.process.kill('SIGTERM')
  assert.equal(await ends(starting), 0, starting.printed())
  assert.doesNotMatch(starting.printed(), /ended before it was open/)

  const open = await launcher.start({ WORKERS: '2' })
  assert.equal((await fetch(`${open.url}/api/health`)).status, 200)
  for (let n = 0; n < 2; n++) open.process.kill('SIGINT')
  assert.equal(await ends(open), 0, open.printed())

  const killed = await launcher.start({ WORKERS: '2' })
  killed.process.kill('SIGKILL')
  await ends(killed)
  await eventually(
    () =>
      fetch(`${killed.url}/api/health`).then(
        () => false,
        () => true,
      ),
    'the workers to end after their supervisor was killed',
  )
})
