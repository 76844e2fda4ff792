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

/** Signs up and enters as a page does; answers the cookie by which the browser is known afterwards. */
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

/** Counts the transactions that are begun from now on. */
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

/** Uses up what is left of a limit, without hashing a hundred passwords. */
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

/** Fails where every limit is counted for every try: two rows and a transaction for each refusal. */
onSqlite('a refused sign-in writes nothing, whoever it is for', async shop => {
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

/** Fails where whatever is tried is counted: two rows for each e-mail that somebody makes up, without end. */
onSqlite('of made-up e-mails only as many are counted as an address may try', async shop => {
  const statuses: number[] = []
  for (let i = 0; i < 310; i++) statuses.push(await status(shop, 'x', { email: `nobody${i}@example.com` }))
  assert.deepEqual(statuses, [...Array(300).fill(404), ...Array(10).fill(429)])
  assert.equal(await countRows(shop), 301)
})

/** Fails where the rows of a refused try stay: the narrow limits are counted before the wide one refuses. */
onBothEngines('many tries at once: what the last limit refuses leaves nothing of the first', async shop => {
  await spend(shop, 'sign-in from 192.0.2.1', 297)
  const tries = Array.from({ length: 40 }, (_, i) => status(shop, 'x', { email: `nobody${i}@example.com` }))
  const found = (await Promise.all(tries)).filter(code => code === 404).length
  assert.equal(found, 3)
  assert.equal(await countRows(shop), 4)
})

/** Fails where the limit for the account is one for everybody: the owner is shut out with the strangers. */
onSqlite('guessing from everywhere, window after window, never shuts the owner out', async shop => {
  const cookie = await knownBrowser(shop)
  for (let window = 0; window < 3; window++) {
    await spend(shop, `sign-in ${await idOf(shop)}`, 99)
    await spend(shop, 'sign-in from 192.0.2.1', 300)
    assert.equal(await status(shop, 'guess', { address: '198.51.100.1' }), 401)
    assert.equal(await status(shop, 'guess', { address: '198.51.100.2' }), 429)
    assert.equal(await status(shop, ann.password, { address: '198.51.100.3' }), 429, 'a browser nobody knows')
    for (let i = 0; i < 12; i++) assert.equal(await status(shop, ann.password, { cookie }), 200)
    shop.travel(quarter + 1)
  }
})

/** Fails where a cookie is believed for any account, or frees from every limit. */
onSqlite('a stolen cookie has ten guesses, a forged or foreign one has none of its own', async shop => {
  const cookie = await knownBrowser(shop)
  const foreign = await knownBrowser(shop, { ...ann, email: 'eve@example.com' })
  const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`
  const swapped = `${foreign.split('.')[0]}.${cookie.split('.')[1]}`
  await spend(shop, `sign-in ${await idOf(shop)}`, 100)
  for (const other of [foreign, forged, swapped, 'tuckshop_device=', 'tuckshop_device=...'])
    assert.equal(await status(shop, ann.password, { cookie: other }), 429, other)
  const stolen: number[] = []
  for (let i = 0; i < 11; i++) stolen.push(await status(shop, 'guess', { cookie, address: `203.0.113.${i}` }))
  assert.deepEqual(stolen, [...Array(10).fill(401), 429])
  shop.travel(quarter + 1)
  assert.equal(await status(shop, ann.password, { cookie }), 200)
})

onSqlite(
  'a browser is no longer known after the password has changed, or the account is gone',
  async shop => {
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
    assert.equal(await status(shop, ann.password, { cookie }), 429, 'another account with the same e-mail')
  },
)

onSqlite('several accounts are known in one browser, the oldest of nine is forgotten', async shop => {
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
    assert.equal(cookiesOf(again).tuckshop_device, undefined, 'nothing new to keep')
  }
})

onSqlite(
  'under https the cookie is bound to the shop; it is long-lived and no script reads it',
  async shop => {
    await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload: ann })
    const lines = [(await signIn(shop, ann.password)).headers['set-cookie']].flat().map(String)
    const device = lines.find(line => line.startsWith('__Host-tuckshop_device='))
    assert.deepEqual(flagsOf(device), ['HttpOnly', 'Max-Age=34560000', 'Path=/', 'SameSite=Lax', 'Secure'])
  },
  { PUBLIC_URL: 'https://shop.example' },
)
