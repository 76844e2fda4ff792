import assert from 'node:assert/strict'
import type { OwnSession } from '#contract/account.ts'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { giveProof } from './proof.ts'

const [minute, day] = [60_000, 86_400_000]

/** Signs the same user in from another browser. */
async function again(shop: TestShop, ann: Customer, more: object = {}): Promise<Customer> {
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const entered = await shop.call({
    method: 'PUT',
    url: `/api/users/${ann.email}`,
    payload: { email: ann.email },
    headers: { cookie: `tuckshop_proof=${await giveProof(shop.deps, uid)}`, ...more },
    remoteAddress: '198.51.100.7',
  })
  return customerOf(shop.call, ann.email, entered.json().token)
}

const list = async (who: Customer): Promise<OwnSession[]> =>
  (await who.call('GET', '/api/auth/sessions')).json()

const status = async (who: Customer) => (await who.call('GET', '/api/auth/me')).statusCode

onSqlite('users see their own sessions with where they started, and no others', async shop => {
  const ann = await shop.customer()
  await shop.customer()
  shop.travel(1000)
  const phone = await again(shop, ann, { 'user-agent': 'Mozilla/5.0 (Android 15) Gecko Firefox/140.0' })
  const seen = await list(phone)
  assert.deepEqual(
    seen.map(({ browser, address, current }) => [browser, address, current]),
    [
      ['Firefox on Android', '198.51.100.7', true],
      ['A program', '127.0.0.1', false],
    ],
  )
  assert.deepEqual(
    (await list(ann)).map(({ current }) => current),
    [false, true],
  )
  const rows = JSON.stringify(await shop.deps.db.read.selectFrom('sessions').selectAll().execute())
  for (const { id } of seen) assert.ok(!rows.includes(id), 'the public id is not the stored hash')
})

onSqlite('users can end one of their sessions or all others, and never those of other users', async shop => {
  const ann = await shop.customer()
  const [phone, tablet, bob] = [await again(shop, ann), await again(shop, ann), await shop.customer()]
  const idOf = async (who: Customer) => (await list(who)).find(({ current }) => current)?.id
  const end = async (who: Customer, id: string | undefined) =>
    (await who.call('DELETE', `/api/auth/sessions/${id}`)).statusCode
  const phoneId = await idOf(phone)
  assert.equal(await end(bob, phoneId), 404)
  assert.equal(await status(phone), 200)
  assert.equal(await end(ann, phoneId), 204)
  assert.deepEqual([await status(ann), await status(phone), await status(tablet)], [200, 401, 200])
  assert.equal(await end(ann, phoneId), 404)
  assert.equal((await ann.call('DELETE', '/api/auth/sessions')).statusCode, 204)
  assert.deepEqual([await status(ann), await status(tablet), await status(bob)], [200, 401, 200])
})

const usedAt = async ({ deps }: TestShop) =>
  (await deps.db.read.selectFrom('sessions').select('last_used_at').executeTakeFirstOrThrow()).last_used_at

/** Fails if every request writes: each one would cost a commit. */
onBothEngines('the last use of a session is written at most once a minute', async shop => {
  const ann = await shop.customer()
  shop.travel(minute - 1000)
  await status(ann)
  shop.travel(2000)
  await status(ann)
  const first = await eventually(() => usedAt(shop).then(at => at ?? false), 'the first note')
  shop.travel(minute - 10_000)
  await status(ann)
  assert.equal(await usedAt(shop), first)
  shop.travel(20_000)
  await status(ann)
  await eventually(async () => ((await usedAt(shop)) ?? 0) > first, 'the next note')
  const [{ lastUsedAt = '' } = {}] = await list(ann)
  assert.ok(Date.parse(lastUsedAt) > first)
})

onBothEngines(
  'a session ends after the idle timeout, and in any case after its maximum lifetime',
  async shop => {
    const [busy, idle] = [await shop.customer('busy@example.com'), await shop.customer()]
    const expiries = () =>
      shop.deps.db.read
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select('expires_at')
        .where('email', '=', busy.email)
        .executeTakeFirstOrThrow()
    for (let days = 0; days < 4; days++) {
      const { expires_at: before } = await expiries()
      shop.travel(day)
      assert.equal(await status(busy), 200)
      // From the third day on, the extension would exceed the maximum of five days.
      if (days < 3) await eventually(async () => (await expiries()).expires_at > before, 'a longer life')
    }
    assert.equal(await status(idle), 401)
    shop.travel(day)
    assert.equal(await status(busy), 401)
  },
  { SESSION_DAYS: '5', SESSION_IDLE_DAYS: '2' },
)
