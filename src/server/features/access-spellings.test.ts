import assert from 'node:assert/strict'
import { endpoints } from '#contract/index.ts'
import { tokensFor, validRequest, withToken } from '../../../tests/helpers/access-table.ts'
import { withCards } from '../../../tests/helpers/card-shop.ts'
import { onBothEngines, onSqlite } from '../../../tests/helpers/shop.ts'

/** Alternative spellings of a URL that a proxy or a router might treat as the same one. */
const spellings: ((url: string) => string)[] = [
  url => `/${url}`,
  url => url.replace('/api/', '//api//'),
  url => `/.${url}`,
  url => url.replace('/api/', '/api/./'),
  url => url.replace('/api/', '/api/x/../'),
  url => url.replace('/api/', '/api%2F'),
  url => url.replace('/api/', '/api%2f'),
  url => url.replace('/api/', '/api\\'),
  url => url.toUpperCase(),
  url => `/%61${url.slice(2)}`,
  url => `${url}/`,
  url => `${url}%20`,
  url => `${url}%00`,
  url => `${url};x=1`,
  url => `${url}%2F..`,
  url => `${url}?`,
  url => `${url}.json`,
]

withCards(
  'no alternative spelling of a URL bypasses its access rule',
  async shop => {
    for (const endpoint of endpoints.filter(({ who }) => who !== 'anyone' && who !== 'user')) {
      const owner = await shop.customer()
      const { nobody, other } = await tokensFor(shop, owner, endpoint.who)
      const call = await validRequest(shop, endpoint, owner)
      for (const twist of spellings) {
        const url = twist(String(call.url))
        for (const token of [nobody, other]) {
          const { statusCode } = await shop.call({ ...withToken(call, token), url })
          assert.ok(
            [400, 401, 403, 404, 415].includes(statusCode),
            `${endpoint.method} ${url}: ${statusCode}`,
          )
        }
      }
    }
  },
  onSqlite,
)

onBothEngines('unusual spellings of an email get the same decision', async shop => {
  const [ann, eve] = [await shop.customer('ann@example.com'), await shop.customer('eve@example.com')]
  const same = [
    'ann@example.com',
    'ANN@EXAMPLE.COM',
    'ann%40example.com',
    '%61nn@example.com',
    'A%4eN%40example.com',
    'ann@example.com%20',
    '%20ann@example.com%09',
  ]
  for (const spelling of same) {
    for (const path of ['myBooking', 'myProfile', 'admin']) {
      const url = `/api/${path}/${spelling}`
      assert.equal((await ann.call('GET', url)).statusCode, 200, url)
      assert.equal((await eve.call('GET', url)).statusCode, 403, url)
      assert.equal((await shop.call({ url })).statusCode, 401, url)
      assert.equal((await shop.call({ url, method: 'HEAD' })).statusCode, 401, url)
    }
  }
  // Not the same person, although they look alike: a full-width letter, NUL, a double escape.
  for (const strange of ['ann@example.com%00', '%EF%BD%81nn@example.com', 'ann%2540example.com', 'ann']) {
    const { statusCode } = await ann.call('GET', `/api/myBooking/${strange}`)
    assert.ok(statusCode === 400 || statusCode === 403, `${strange}: ${statusCode}`)
  }
  const body = { name: 'Eve', address: 'x', education: 'x', linkedin: 'x', mobileNumber: '1' }
  for (const email of ['ann@example.com', ' ANN@example.com '])
    assert.equal((await eve.call('PUT', '/api/myProfile', { ...body, email })).statusCode, 403, email)
})
