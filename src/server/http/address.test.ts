import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothEngines, openTestShop, type TestShop } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { addressOf } from './address.ts'

/** Whom the shop takes the visitor for, and over what, given who connects and what they claim. */
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

test('nobody is believed about where they come from, unless they were named', async () => {
  await seen({}, [
    ['127.0.0.1', '203.0.113.9', '127.0.0.1'],
    ['192.0.2.7', '203.0.113.9', '192.0.2.7'],
  ])
})

test('from a named proxy the last address that is not one counts; from others the header is nothing', async () => {
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

test('all addresses of an IPv6 network are one visitor', async () => {
  await seen({}, [
    ['2001:db8:0:7::1', undefined, '2001:db8:0:7::/64'],
    ['2001:db8:0:7:aaaa:bbbb:cccc:dddd', undefined, '2001:db8:0:7::/64'],
    ['2001:DB8::8:0:0:1', undefined, '2001:db8:0:0::/64'],
    ['::1', undefined, '0:0:0:0::/64'],
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

/** With trustProxy: true everybody invents an address per guess, and none is refused. */
onBothEngines(
  'limits per address hold against invented headers, and tell visitors behind the proxy apart',
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
