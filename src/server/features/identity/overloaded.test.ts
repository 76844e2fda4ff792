import assert from 'node:assert/strict'
import type { InjectOptions } from 'fastify'
import { goodPassword, mailedSecret } from '../../../../tests/helpers/account-calls.ts'
import {
  type CardShop,
  eventually,
  withCards,
  withCardsOnSqlite,
} from '../../../../tests/helpers/card-shop.ts'
import { onSqlite, shopOf, type TestShop } from '../../../../tests/helpers/shop.ts'
import { Passwords } from '../../adapters/passwords.ts'
import { buildApp } from '../../app.ts'
import { queues } from '../../queues/queues.ts'
import { SharedQueue } from '../../queues/shared-queue.ts'

const [here, elsewhere] = ['192.0.2.1', '192.0.2.2']

/** The shop with a hashing queue that the test fills. The test's own hashing uses another queue. */
function withQueue<S extends TestShop>(shop: S) {
  const queue = new SharedQueue(queues.passwords)
  const cheap = { memory: 8, passes: 1, parallelism: 1 }
  const deps = { ...shop.deps, passwords: new Passwords(cheap, queue) }
  const app = buildApp(deps)
  const waiting: (() => void)[] = []
  const hold = (address: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    queue.run({ address, times: 1 }, () => promise).catch(() => undefined)
  }
  return {
    queue,
    shop: { ...shopOf({ ...shop, deps }, () => app), deps } as S,
    from: (remoteAddress: string, request: InjectOptions) => app.inject({ ...request, remoteAddress }),
    /** Fills the queue up to the limit of one IP address. */
    fill: (address: string) => {
      for (let n = 0; n < queues.passwords.perAddress; n++) hold(address)
    },
    finish: (count = waiting.length) => {
      for (const end of waiting.splice(0, count)) end()
    },
  }
}

const signIn = (email: string, password = goodPassword): InjectOptions => ({
  method: 'POST',
  url: '/api/auth/sign-in',
  payload: { email, password },
})

async function account(shop: CardShop) {
  const password_hash = await shop.deps.passwords.hash(goodPassword)
  const ann = await shop.customer()
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ password_hash }).where('email', '=', ann.email).execute(),
  )
  return ann
}

const countsOf = async ({ deps: { db } }: TestShop) =>
  (await db.read.selectFrom('rate_counters').select(['name', 'count']).where('count', '>', 0).execute())
    .length

/** Fails if attempts stay counted (withRate without giveBackAll), as on 6ceb9a3: ten 503s lock the account for 15 minutes. */
withCards('a 503 for overload does not count as an attempt, in any call', async paying => {
  const { shop, from, fill, finish } = withQueue(paying)
  const ann = await account(shop)
  const token = { authorization: `Bearer ${ann.token}` }
  const calls: [string, InjectOptions][] = [
    ['sign in', signIn(ann.email)],
    ['sign in, wrongly', signIn(ann.email, 'wrong')],
    [
      'sign up',
      {
        method: 'POST',
        url: '/api/auth/sign-up',
        payload: { name: 'Bob', email: 'bob@example.com', password: goodPassword },
      },
    ],
    [
      'change',
      {
        method: 'PUT',
        url: '/api/auth/password',
        payload: { current: goodPassword, password: 'ten green teapots' },
        headers: token,
      },
    ],
    [
      'prove',
      { method: 'POST', url: '/api/auth/prove', payload: { password: goodPassword }, headers: token },
    ],
    [
      'erase',
      { method: 'POST', url: '/api/auth/erase', payload: { password: goodPassword }, headers: token },
    ],
    [
      'reset',
      {
        method: 'POST',
        url: '/api/auth/reset',
        payload: { token: await mailedSecret(shop, ann, 'reset'), password: 'ten green teapots' },
      },
    ],
  ]
  fill(here)
  const before = await countsOf(shop)
  for (const [about, request] of calls)
    for (let n = 0; n < 11; n++) {
      const answer = await from(here, request)
      assert.deepEqual(
        [answer.statusCode, answer.json().code],
        [503, 'overloaded'],
        `${about} ${answer.body}`,
      )
    }
  assert.equal(await countsOf(shop), before)
  finish()
  for (const [about, request] of calls.filter(([about]) => /^(sign in|sign up|prove)$/.test(about)))
    assert.ok((await from(here, request)).statusCode < 300, about)
})

/** Fails with a single FIFO queue, as on 6ceb9a3: visitors from elsewhere wait for all earlier requests, or get a 503. */
withCardsOnSqlite('one IP address cannot keep others from signing in', async paying => {
  const { shop, queue, from, fill, finish } = withQueue(paying)
  const ann = await account(shop)
  fill(here)
  const signedIn = from(elsewhere, signIn(ann.email)).then(({ statusCode }) => statusCode)
  const othersWaiting = queues.passwords.perAddress - queues.passwords.atOnce
  await eventually(async () => queue.waiting === othersWaiting + 1, 'the sign-in to wait, too')
  // It waits for the running hashes and for one of the other address; seventeen more are still waiting.
  finish(3)
  assert.equal(await signedIn, 200)
  assert.equal(queue.waiting, othersWaiting - 3)
  finish()
})

const spend = (shop: TestShop, name: string, count: number) =>
  shop.deps.db.write(tx =>
    tx
      .insertInto('rate_counters')
      .values({ name, count, resets_at: shop.deps.now() + 60_000 })
      .onConflict(conflict => conflict.column('name').doUpdateSet({ count }))
      .execute(),
  )

/**
 * Fails if successful sign-ins are not counted, as on 6ceb9a3: anyone with an account could make the shop hash without end.
 */
onSqlite(
  'successful sign-ins count against the IP address, those of a known browser against the account',
  async shop => {
    const { from } = withQueue(shop)
    const ann = await account(shop as CardShop)
    const first = await from(here, signIn(ann.email))
    assert.equal(first.statusCode, 200)
    const row = await shop.deps.db.read
      .selectFrom('rate_counters')
      .select('count')
      .where('name', '=', `sign-in from ${here}`)
      .executeTakeFirst()
    assert.equal(row?.count, 1)
    await spend(shop, `sign-in from ${here}`, 300)
    assert.equal((await from(here, signIn(ann.email))).statusCode, 429)
    const device = [first.headers['set-cookie']].flat().find(line => String(line).includes('_device='))
    const known = { ...signIn(ann.email), headers: { cookie: String(device).split(';')[0] } }
    const statuses: number[] = []
    for (let n = 0; n < 61; n++) statuses.push((await from(here, known)).statusCode)
    assert.deepEqual(statuses, [...Array(60).fill(200), 429])
  },
)

onSqlite('password checks of signed-in users count against the IP address, even if correct', async shop => {
  const { from } = withQueue(shop)
  const ann = await account(shop as CardShop)
  const headers = { authorization: `Bearer ${ann.token}` }
  const prove = {
    method: 'POST',
    url: '/api/auth/prove',
    payload: { password: goodPassword },
    headers,
  } as const
  assert.equal((await from(here, prove)).statusCode, 204)
  await spend(shop, `passwords checked from ${here}`, 300)
  const calls: InjectOptions[] = [
    prove,
    {
      ...prove,
      method: 'PUT',
      url: '/api/auth/password',
      payload: { current: goodPassword, password: 'x y z 1' },
    },
    { ...prove, url: '/api/auth/erase' },
  ]
  for (const call of calls) assert.equal((await from(here, call)).statusCode, 429, String(call.url))
  assert.equal((await from(elsewhere, prove)).statusCode, 204)
})
