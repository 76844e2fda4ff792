import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import { onSqlite, openTestShop, type TestShop } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { addressOf } from './address.ts'

/** The visitor's address and protocol as the shop sees them, by the address of the connection and its claim. */
async function seen(settings: Record<string, string>, cases: [string, string | undefined, string][]) {
  const shop = await openTestShop('sqlite', settings)
  const app = buildApp(shop.deps)
  app.get('/seen', { config: { access: 'anyone' } }, async request => ({
    address: addressOf(request),
    protocol: request.protocol,
  }))
  for (const [remoteAddress, claim, address] of cases) {
    const headers = { 'x-forwarded-proto': 'https', ...(claim && { 'x-forwarded-for': claim }) }
    const answer = (await app.inject({ url: '/seen', remoteAddress, headers })).json()
    assert.equal(answer.address, address, `${remoteAddress} says ${claim}`)
    const trusted = settings.TRUSTED_PROXIES !== undefined && !remoteAddress.startsWith('192.')
    assert.equal(answer.protocol, trusted ? 'https' : 'http')
  }
  await app.close()
  await shop.close()
}

test('forwarded addresses are ignored unless the proxy is trusted', async () => {
  await seen({}, [
    ['127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['192.0.2.7', '203.0.113.9', '192.0.2.7'],
  ])
})

test('behind a trusted proxy the last untrusted address counts; from others the header is ignored', async () => {
  await seen({ TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,fd00::/8' }, [
    ['192.0.2.7', '203.0.113.9', '192.0.2.7'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    ['127.0.0.1', '203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.9, 10.1.2.3', '203.0.113.9'],
    ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9'],
    ['fd00::1', '::ffff:203.0.113.9', '203.0.113.9'],
    ['127.0.0.1', 'unknown', '127.0.0.1'],
    ['127.0.0.1', `${'x'.repeat(5000)}`, '127.0.0.1'],
    ['127.0.0.1', '10.1.2.3', '10.1.2.3'],
  ])
})

test('all addresses of an IPv6 network count as one visitor', async () => {
  await seen({}, [
    ['2001:db8:0:7::1', undefined, '2001:db8:0:7::/64'],
    ['2001:db8:0:7:aaaa:bbbb:cccc:dddd', undefined, '2001:db8:0:7::/64'],
    ['2001:DB8::8:0:0:1', undefined, '2001:db8:0:0::/64'],
    ['::1', undefined, '::1'],
    ['::ffff:192.0.2.7', undefined, '192.0.2.7'],
  ])
})

const guess = async (shop: TestShop, remoteAddress: string, claim: string) =>
  shop.call({
    method: 'POST',
    url: '/api/auth/sign-in',
    remoteAddress,
    headers: { 'x-forwarded-for': claim },
    payload: { email: 'ann@example.com', password: 'x' },
  })

/** With trustProxy: true a client could invent an address for each guess and never be refused. */
onSqlite(
  'limits per address ignore invented headers, and distinguish visitors behind the proxy',
  async shop => {
    const statuses = async (remoteAddress: string, claim: (n: number) => string, count: number) => {
      const answers: number[] = []
      for (let n = 0; n < count; n++) answers.push((await guess(shop, remoteAddress, claim(n))).statusCode)
      return answers
    }
    const invented = await statuses('192.0.2.7', n => `203.0.113.${n}`, 12)
    assert.deepEqual(invented.slice(9), [404, 429, 429])
    const appended = await statuses('127.0.0.1', n => `203.0.113.${n}, 198.51.100.1`, 12)
    assert.deepEqual(appended.slice(9), [404, 429, 429])
    assert.deepEqual(await statuses('127.0.0.1', () => '198.51.100.2', 1), [404])
  },
  { TRUSTED_PROXIES: '127.0.0.1' },
)

const signUp = (shop: TestShop, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  shop.call({
    method: 'POST',
    url: '/api/auth/sign-up',
    remoteAddress,
    headers,
    payload: { name: 'x', email: `${randomUUID()}@example.com`, password: 'x' },
  })

/** Uses up the normal limits of an address. */
const exhaustLimits = (shop: TestShop, address: string) =>
  shop.deps.db.write(tx =>
    tx
      .insertInto('rate_counters')
      .values({ name: `sign-up from ${address}`, count: 100, resets_at: shop.deps.now() + 60_000 })
      .execute(),
  )

const demo = { SHOP_MODE: 'demo' }

/** Fails if there is one limit for all shops: a test suite that signs up 150 people is locked out of its own machine. */
test('a demo on the visitor’s own machine has a hundred times the limits per address', async () => {
  const local = async (
    settings: Record<string, string>,
    headers: Record<string, string> = {},
    from?: string,
  ) => {
    const shop = await openTestShop('sqlite', settings)
    for (const address of ['127.0.0.1', '192.0.2.1', '::1']) await exhaustLimits(shop, address)
    const { statusCode } = await signUp(shop, headers, from)
    await shop.close()
    return statusCode
  }
  assert.equal(await local(demo), 201)
  assert.equal(await local({ ...demo, PUBLIC_URL: 'http://localhost:3000' }), 201)
  assert.equal(await local(demo, {}, '::1'), 201)
  assert.equal(await local({}), 429, 'not a live shop')
  assert.equal(await local(demo, {}, '192.0.2.1'), 429, 'nobody else')
  assert.equal(await local(demo, { 'x-forwarded-for': '192.0.2.9' }), 429, 'not through a proxy')
  assert.equal(await local({ ...demo, PUBLIC_URL: 'https://shop.example' }), 429, 'not a public one')
  assert.equal(await local({ ...demo, TRUSTED_PROXIES: '10.0.0.1' }), 429, 'not one with proxies')
})

test('the limits of a demo are high but finite, and those per account are unchanged', async () => {
  const shop = await openTestShop('sqlite', demo)
  await shop.deps.db.write(tx =>
    tx
      .insertInto('rate_counters')
      .values({ name: 'sign-up from 127.0.0.1', count: 9999, resets_at: shop.deps.now() + 60_000 })
      .execute(),
  )
  assert.deepEqual([(await signUp(shop, {})).statusCode, (await signUp(shop, {})).statusCode], [201, 429])
  const guesses: number[] = []
  for (let n = 0; n < 11; n++) guesses.push((await guess(shop, '127.0.0.1', '')).statusCode)
  assert.deepEqual(guesses, [...Array(10).fill(404), 429])
  await shop.close()
})

/** Fails without the warning: all visitors behind the proxy share the limits of one address, for no visible reason. */
test('an untrusted proxy causes one warning; a trusted one causes none', async () => {
  for (const [settings, expected] of [
    [{}, 1],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, 1],
    [{ TRUSTED_PROXIES: '127.0.0.1' }, 0],
  ] as const) {
    const shop = await openTestShop('sqlite', { ...settings, LOG_LEVEL: 'warn' })
    const warnings: unknown[][] = []
    shop.app.log.warn = (...words: unknown[]) => void warnings.push(words)
    for (const headers of [{}, { 'x-forwarded-for': '203.0.113.1' }, { 'x-forwarded-for': '203.0.113.2' }])
      await shop.call({ url: '/api/items', headers })
    assert.equal(warnings.length, expected, JSON.stringify(settings))
    if (expected) assert.match(String(warnings[0]), /TRUSTED_PROXIES/)
    await shop.close()
  }
})
