import assert from 'node:assert/strict'
import { test } from 'vitest'
import { onSqlite } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { foreignOrigins, pagePolicy } from './security.ts'

const expectedHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'cross-origin-opener-policy': 'same-origin',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'strict-transport-security': undefined,
  'access-control-allow-origin': undefined,
}

/** With frameworkErrors left to sendError() alone, the responses to the last two addresses have none of these headers. */
onSqlite('every response has the security headers', async shop => {
  const addresses = [
    '/api/items',
    '/api/nothing',
    '/api/auth/me',
    '/images/x',
    '/api/%E0%A4%A',
    `/api/myBooking/${'x'.repeat(500)}`,
  ]
  for (const url of addresses) {
    const { headers } = await shop.call({ url, headers: { origin: 'https://evil.example' } })
    for (const [name, value] of Object.entries(expectedHeaders))
      assert.equal(headers[name], value, `${url} ${name}`)
    assert.match(String(headers['x-request-id']), /^[\w-]+$/, url)
    assert.equal(headers['x-powered-by'] ?? headers.server, undefined, url)
  }
})

onSqlite(
  'under https browsers get Strict-Transport-Security',
  async shop => {
    for (const url of ['/api/items', '/api/nothing', '/api/%E0%A4%A']) {
      const { headers } = await shop.call({ url })
      assert.equal(headers['strict-transport-security'], 'max-age=63072000', url)
    }
  },
  { PUBLIC_URL: 'https://shop.example' },
)

onSqlite('foreign pages have no access: a preflight gets no CORS headers', async shop => {
  for (const url of ['/api/items', '/api/booking', '/api/auth/sign-in']) {
    const { statusCode, headers } = await shop.call({
      method: 'OPTIONS',
      url,
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    assert.ok(statusCode >= 400, url)
    for (const name of Object.keys(headers)) assert.doesNotMatch(name, /^access-control-/)
  }
})

onSqlite('private responses are not cached; the catalogue may be', async shop => {
  const ann = await shop.customer()
  for (const url of ['/api/auth/me', `/api/myBooking/${ann.email}`, `/api/myProfile/${ann.email}`]) {
    assert.equal((await ann.call('GET', url)).headers['cache-control'], 'no-store', url)
    assert.equal((await shop.call({ url })).headers['cache-control'], 'no-store', url)
  }
  const entered = await ann.call('PUT', `/api/users/${ann.email}`, { email: ann.email })
  assert.equal(entered.headers['cache-control'], 'no-store')
  assert.match(String((await shop.call({ url: '/api/items' })).headers['cache-control']), /\bs-maxage=1\b/)
})

test('pages run only the scripts of the shop and of the card provider', () => {
  const keys = {
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  }
  for (const settings of [{ SHOP_MODE: 'live' }, { SHOP_MODE: 'live', ...keys }]) {
    const policy = pagePolicy({ scripts: ['sha256-x'], styles: [] }, foreignOrigins(readConfig(settings)))
    const rules = Object.fromEntries(
      policy.split('; ').map(rule => {
        const [name = '', ...sources] = rule.split(' ')
        return [name, sources]
      }),
    )
    assert.deepEqual(rules['default-src'], ["'none'"])
    const stripe = 'STRIPE_SECRET_KEY' in settings ? ['https://js.stripe.com', 'https://*.js.stripe.com'] : []
    assert.deepEqual(rules['script-src'], ["'self'", "'sha256-x'", ...stripe])
    // A bank's authentication page is shown in a frame of hooks.stripe.com.
    const frames = stripe.length > 0 ? [...stripe, 'https://hooks.stripe.com'] : []
    assert.deepEqual(rules['frame-src'], ["'self'", ...frames])
    assert.deepEqual(rules['connect-src'], [
      "'self'",
      ...(stripe.length > 0 ? ['https://api.stripe.com'] : []),
    ])
    assert.deepEqual(rules['style-src'], ["'self'"])
    assert.deepEqual([rules['base-uri'], rules['frame-ancestors']], [["'none'"], ["'none'"]])
    assert.deepEqual(rules['form-action'], ["'self'"])
    assert.doesNotMatch(policy, /unsafe|\*(?!\.js\.stripe)/)
  }
})
