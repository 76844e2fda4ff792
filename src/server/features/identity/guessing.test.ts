import assert from 'node:assert/strict'
import { flagsOf } from '../../../../tests/helpers/cookies.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import type { Deps } from '../../deps.ts'
import * as users from '../../store/users.ts'
import { markedDevice } from './known-device.ts'

const quarter = 15 * 60_000
const ann = { name: 'Ann', email: 'ann@example.com', password: 'teapot-9' }

interface From {
  address?: string
  cookie?: string
  email?: string
}

const signIn = (shop: TestShop, password: string, { address, cookie, email = ann.email }: From = {}) =>
  shop.call({
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email, password },
    headers: cookie ? { cookie } : {},
    remoteAddress: address ?? '192.0.2.1',
  })

const status = async (...given: Parameters<typeof signIn>) => (await signIn(...given)).statusCode

const cookiesOf = (answer: { headers: Record<string, unknown> }): Record<string, string> =>
  Object.fromEntries(
    [answer.headers['set-cookie'] ?? []].flat().map(line => String(line).split(';')[0]?.split('=') ?? []),
  )

/** Signs up and in like a page. Returns the cookie that makes the browser known. */
async function knownBrowser(shop: TestShop, account = ann): Promise<string> {
  const joined = await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload: account })
  const entered = await shop.call({
    method: 'PUT',
    url: `/api/users/${account.email}`,
    payload: { email: account.email },
    headers: { cookie: `tuckshop_proof=${cookiesOf(joined).tuckshop_proof}` },
  })
  assert.equal(entered.statusCode, 200)
  return `tuckshop_device=${cookiesOf(entered).tuckshop_device}`
}

const countRows = async ({ deps }: TestShop) =>
  (await deps.db.read.selectFrom('rate_counters').selectAll().execute()).length

/** Counts the transactions from now on. */
function transactionsOf({ db }: Deps): () => number {
  const { engine } = db
  const begin = engine.begin.bind(engine)
  let begun = 0
  engine.begin = () => {
    begun++
    return begin()
  }
  return () => begun
}

/** Uses up a limit without hashing a hundred passwords. */
const spend = (shop: TestShop, name: string, count: number) =>
  shop.deps.db.write(tx =>
    tx
      .insertInto('rate_counters')
      .values({ name, count, resets_at: shop.deps.now() + quarter })
      .onConflict(conflict =>
        conflict.column('name').doUpdateSet({ count, resets_at: shop.deps.now() + quarter }),
      )
      .execute(),
  )

const idOf = async ({ deps }: TestShop, email = ann.email) =>
  (await users.findByEmail(deps.db.read, email))?.id ?? ''

/** Fails if every limit is counted on every attempt: each refusal would cost two rows and a transaction. */
onSqlite('a refused sign-in writes nothing, for known and unknown emails', async shop => {
  await knownBrowser(shop)
  const address = '192.0.2.7'
  for (let i = 0; i < 10; i++) assert.equal(await status(shop, 'wrong', { address }), 401)
  await spend(shop, 'sign-in from 192.0.2.8', 300)
  const rows = await countRows(shop)
  const begun = transactionsOf(shop.deps)
  for (let i = 0; i < 300; i++) {
    assert.equal(await status(shop, 'wrong', { address }), 429)
    assert.equal(await status(shop, 'x', { address: '192.0.2.8', email: `nobody${i}@example.com` }), 429)
  }
  assert.equal(begun(), 0)
  assert.equal(await countRows(shop), rows)
})

/** Fails if every attempt is counted: each made-up email would add two rows, without a bound. */
onSqlite(
  'the attempts of one IP address limit the number of counters, however many emails are made up',
  async shop => {
    const statuses: number[] = []
    for (let i = 0; i < 310; i++) statuses.push(await status(shop, 'x', { email: `nobody${i}@example.com` }))
    assert.deepEqual(statuses, [...Array(300).fill(404), ...Array(10).fill(429)])
    assert.equal(await countRows(shop), 301)
  },
)

/** Fails if the rows of a refused attempt stay: the narrow limits are counted before the wide one refuses. */
onBothEngines('a concurrent attempt that the last limit refuses leaves no count in the first', async shop => {
  await spend(shop, 'sign-in from 192.0.2.1', 297)
  const tries = Array.from({ length: 40 }, (_, i) => status(shop, 'x', { email: `nobody${i}@example.com` }))
  const found = (await Promise.all(tries)).filter(code => code === 404).length
  assert.equal(found, 3)
  assert.equal(await countRows(shop), 4)
})

/** Fails if the account limit applies to everyone: attackers would lock out the owner. */
onSqlite('guessing from many IP addresses never locks out the owner', async shop => {
  const cookie = await knownBrowser(shop)
  for (let window = 0; window < 3; window++) {
    await spend(shop, `sign-in ${await idOf(shop)}`, 99)
    await spend(shop, 'sign-in from 192.0.2.1', 300)
    assert.equal(await status(shop, 'guess', { address: '198.51.100.1' }), 401)
    assert.equal(await status(shop, 'guess', { address: '198.51.100.2' }), 429)
    assert.equal(await status(shop, ann.password, { address: '198.51.100.3' }), 429, 'an unknown browser')
    for (let i = 0; i < 12; i++) assert.equal(await status(shop, ann.password, { cookie }), 200)
    shop.travel(quarter + 1)
  }
})

/** Fails if a cookie is accepted for any account, or exempts from every limit. */
onSqlite(
  'a stolen cookie gets ten guesses; a forged one, or that of another account, gets none',
  async shop => {
    const cookie = await knownBrowser(shop)
    const foreign = await knownBrowser(shop, { ...ann, email: 'eve@example.com' })
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`
    const swapped = `${foreign.split('.')[0]}.${cookie.split('.')[1]}`
    await spend(shop, `sign-in ${await idOf(shop)}`, 100)
    for (const other of [foreign, forged, swapped, 'tuckshop_device=', 'tuckshop_device=...'])
      assert.equal(await status(shop, ann.password, { cookie: other }), 429, other)
    const stolen: number[] = []
    for (let i = 0; i < 11; i++)
      stolen.push(await status(shop, 'guess', { cookie, address: `203.0.113.${i}` }))
    assert.deepEqual(stolen, [...Array(10).fill(401), 429])
    shop.travel(quarter + 1)
    assert.equal(await status(shop, ann.password, { cookie }), 200)
  },
)

onSqlite('a password change or account removal makes the browser unknown', async shop => {
  const cookie = await knownBrowser(shop)
  const spendAll = async () => spend(shop, `sign-in ${await idOf(shop)}`, 100)
  await spendAll()
  assert.equal(await status(shop, ann.password, { cookie }), 200)
  const password_hash = await shop.deps.passwords.hash('another')
  await shop.deps.db.write(tx => tx.updateTable('users').set({ password_hash }).execute())
  assert.equal(await status(shop, 'another', { cookie }), 429)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ removed_at: 1 }).execute())
  await knownBrowser(shop)
  await spendAll()
  assert.equal(await status(shop, ann.password, { cookie }), 429, 'another account with the same email')
})

onSqlite('one browser can know eight accounts; a ninth replaces the oldest', async shop => {
  const account = (id: number) => ({ id: String(id), secret: `hash of ${id}` })
  let cookie = markedDevice(undefined, account(0)) ?? ''
  for (let i = 1; i < 9; i++) cookie = markedDevice(cookie, account(i)) ?? ''
  assert.equal(cookie.split('.').length, 9)
  for (let i = 1; i < 9; i++) assert.equal(markedDevice(cookie, account(i)), undefined, `account ${i}`)
  assert.ok(markedDevice(cookie, account(0)))
  const first = await knownBrowser(shop)
  const second = { ...ann, email: 'bob@example.com' }
  await knownBrowser(shop, second)
  const both = await signIn(shop, second.password, { email: second.email, cookie: first })
  const shared = `tuckshop_device=${cookiesOf(both).tuckshop_device}`
  for (const email of [ann.email, second.email]) {
    await spend(shop, `sign-in ${await idOf(shop, email)}`, 100)
    const again = await signIn(shop, ann.password, { email, cookie: shared })
    assert.equal(again.statusCode, 200)
    assert.equal(cookiesOf(again).tuckshop_device, undefined, 'the cookie is unchanged')
  }
})

onSqlite(
  'under https the cookie is bound to the host, long-lived and HttpOnly',
  async shop => {
    await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload: ann })
    const lines = [(await signIn(shop, ann.password)).headers['set-cookie']].flat().map(String)
    const device = lines.find(line => line.startsWith('__Host-tuckshop_device='))
    assert.deepEqual(flagsOf(device), ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure'])
  },
  { PUBLIC_URL: 'https://shop.example' },
)
