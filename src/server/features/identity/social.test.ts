import assert from 'node:assert/strict'
import { afterAll } from 'vitest'
import { keys } from '../../../../sandbox/context.ts'
import { githubPart } from '../../../../sandbox/github/part.ts'
import { googlePart } from '../../../../sandbox/google/part.ts'
import { choose, openSandboxPart, setFaults } from '../../../../sandbox/test-part.ts'
import { flagsOf } from '../../../../tests/helpers/cookies.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { currentUser, socialBrowser } from '../../../../tests/helpers/social-browser.ts'

const sandbox = await openSandboxPart(async (app, context) => {
  await app.register(scope => googlePart(scope, context))
  await app.register(scope => githubPart(scope, context))
})
afterAll(() => sandbox.close())

const { url } = sandbox.context
const settings = {
  SHOP_MODE: 'demo',
  GOOGLE_CLIENT_ID: keys.googleClientId,
  GOOGLE_CLIENT_SECRET: keys.googleClientSecret,
  GOOGLE_ISSUER: `${url}/google`,
  GITHUB_CLIENT_ID: keys.githubClientId,
  GITHUB_CLIENT_SECRET: keys.githubClientSecret,
  GITHUB_BASE_URL: `${url}/github`,
  GITHUB_API_URL: `${url}/github/api`,
}

type Provider = 'google' | 'github'

/** A browser that also operates the sandbox's own pages. */
function browser(shop: TestShop, host?: string) {
  const visitor = socialBrowser(shop, host)
  const signIn = async (provider: Provider, answer: Record<string, string>, next?: string) =>
    visitor.comeBack(await choose(await visitor.leave(provider, next), answer))
  return { ...visitor, signIn }
}

onSqlite(
  'a new user signs in like any other, and is the same user the next time',
  async shop => {
    assert.deepEqual(
      (({ google, github }) => [google, github])((await shop.call({ url: '/api/auth/options' })).json()),
      [true, true],
    )
    for (const [provider, person, email, name] of [
      ['google', 'ben', 'ben.okafor@harbour.example', 'Ben Okafor'],
      ['github', 'gracewood', 'grace@wood.example', 'Grace Wood'],
    ] as const) {
      const visitor = browser(shop)
      assert.deepEqual(await visitor.signIn(provider, { person }), { proven: email, next: '/items' })
      const { token } = (await visitor.enter(email)).json()
      const known = (await currentUser(shop, token)).json()
      assert.deepEqual([known.email, known.displayName, known.admin], [email, name, false])
      assert.ok(known.photoURL.startsWith(url))
      const again = browser(shop)
      await again.signIn(provider, { person })
      assert.equal((await currentUser(shop, (await again.enter(email)).json().token)).json().uid, known.uid)
    }
  },
  settings,
)

onSqlite(
  'Google and GitHub accounts with the same verified email sign in to the same account',
  async shop => {
    const email = 'user@tuckshop.example'
    const comesBy = async (provider: Provider, person: string): Promise<string> => {
      const visitor = browser(shop)
      assert.equal((await visitor.signIn(provider, { person })).proven, email)
      return (await currentUser(shop, (await visitor.enter(email)).json().token)).json().uid
    }
    const known = await shop.deps.db.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .execute()
    const came = [await comesBy('google', 'robin'), await comesBy('github', 'robin-demo')]
    assert.deepEqual(
      came,
      known.flatMap(({ id }) => [id, id]),
    )
  },
  settings,
)

onSqlite(
  'all host names of the shop work, and no others',
  async shop => {
    for (const host of ['localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
      const visitor = browser(shop, host)
      const away = await visitor.leave('google')
      assert.equal(away.searchParams.get('redirect_uri'), `http://${host}/api/auth/google/callback`)
      assert.equal(
        (await visitor.comeBack(await choose(away, { person: 'ada' }))).proven,
        'ada@lindqvist.example',
      )
    }
    const foreign = await browser(shop, 'evil.example').leave('google')
    assert.equal(foreign.hash, '#problem=failed')
  },
  settings,
)

onSqlite(
  'with PUBLIC_URL the callback uses it, with cookies bound to it',
  async shop => {
    const answer = await browser(shop, 'shop.example').go('/api/auth/github')
    const away = new URL(String(answer.headers.location))
    assert.equal(away.searchParams.get('redirect_uri'), 'https://shop.example/api/auth/github/callback')
    const cookie = String(answer.headers['set-cookie'])
    assert.match(cookie, /^__Host-tuckshop_browser=[\w-]{43};/)
    assert.deepEqual(flagsOf(cookie), ['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax', 'Secure'])
  },
  { ...settings, PUBLIC_URL: 'https://shop.example' },
)

onSqlite(
  'denied, unverified, without email, failed: the page learns which, and nobody is signed in',
  async shop => {
    const faults = async (provider: Provider, fault: string) =>
      setFaults(`${url}/${provider}/faults`, { [fault]: 1 })
    const people = async () => (await shop.deps.db.read.selectFrom('users').select('id').execute()).length
    const before = await people()
    const cases: [Provider, Record<string, string>, string, string?][] = [
      ['google', { action: 'deny' }, 'denied'],
      ['github', { action: 'deny' }, 'denied'],
      ['google', { person: 'uma' }, 'unverified'],
      ['github', { person: 'nova' }, 'unverified'],
      ['github', { person: 'ghostwriter' }, 'no_email'],
      ['google', { person: 'ada' }, 'failed', 'wrongNonce'],
      ['google', { person: 'ada' }, 'failed', 'foreignKey'],
      ['google', { person: 'ada' }, 'failed', 'codeExpired'],
      ['google', { person: 'ada' }, 'failed', 'tokenFails'],
      ['github', { person: 'kofi' }, 'failed', 'codeExpired'],
      ['github', { person: 'kofi' }, 'failed', 'tokenFails'],
      ['github', { person: 'kofi' }, 'failed', 'apiFails'],
    ]
    for (const [provider, answer, problem, fault] of cases) {
      if (fault) await faults(provider, fault)
      const visitor = browser(shop)
      const arrived = await visitor.signIn(provider, answer)
      assert.deepEqual(arrived, { problem, next: '/items' }, `${provider} ${fault ?? problem}`)
      assert.equal(visitor.jar.has('tuckshop_proof'), false)
      // Resets the fault, so that it does not affect the next case.
      await setFaults(`${url}/github/faults`, { apiFails: 0 })
    }
    assert.equal(await people(), before, 'nobody new')
  },
  settings,
)

/**
 * With flowKey derived from the state alone the second case succeeds: a visitor can be signed in to an attacker's account.
 * With a select in place of the delete the first one succeeds.
 */
onSqlite(
  'a callback is valid once, in the browser and for the provider that started it, for ten minutes',
  async shop => {
    const [ann, eve, tab] = [browser(shop), browser(shop), browser(shop)]
    const used = await choose(await ann.leave('google'), { person: 'ada' })
    assert.ok((await ann.comeBack(used)).proven)
    assert.deepEqual(await ann.comeBack(used), { problem: 'expired' }, 'a second time')

    const lured = await choose(await eve.leave('google'), { person: 'ben' })
    assert.deepEqual(await ann.comeBack(lured), { problem: 'expired' }, "another browser's")
    assert.deepEqual(await browser(shop).comeBack(lured), { problem: 'expired' }, 'no cookie')
    assert.ok((await eve.comeBack(lured)).proven, 'the refused attempts did not use it up')

    const crossed = await choose(await tab.leave('google'), { person: 'ada' })
    crossed.pathname = '/api/auth/github/callback'
    assert.deepEqual(await tab.comeBack(crossed), { problem: 'expired' }, "another provider's")
    const [first, second] = [await tab.leave('google'), await tab.leave('github')]
    assert.ok((await tab.comeBack(await choose(first, { person: 'ada' }))).proven, 'two tabs')
    assert.ok((await tab.comeBack(await choose(second, { person: 'kofi' }))).proven, 'two tabs')

    const stale = await choose(await ann.leave('google'), { person: 'ada' })
    shop.travel(10 * 60_000 + 1)
    assert.deepEqual(await ann.comeBack(stale), { problem: 'expired' }, 'too late')
    for (const query of ['', '?state=x&code=y', '?error=access_denied'])
      assert.deepEqual(
        await ann.comeBack(new URL(`http://localhost/api/auth/google/callback${query}`)),
        { problem: 'expired' },
        query,
      )
    const head = await shop.call({ method: 'HEAD', url: '/api/auth/google' })
    assert.equal(head.statusCode, 404, 'a HEAD request starts no sign-in')
  },
  settings,
)

onSqlite(
  'the callback redirects within the shop, and no secret is stored or logged',
  async shop => {
    const visitor = browser(shop)
    for (const next of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
    ]) {
      const outcome = await visitor.signIn('google', { person: 'ada' }, next)
      assert.deepEqual(outcome, { proven: 'ada@lindqvist.example', next: '/' }, next)
    }
    const odd = '/items?q=a&b=#proven=eve@example.com&next=//evil'
    const outcome = await visitor.signIn('google', { person: 'ada' }, odd)
    assert.deepEqual(outcome, { proven: 'ada@lindqvist.example', next: odd })

    const state = (await visitor.leave('google')).searchParams.get('state') ?? ''
    const rows = await shop.deps.db.read.selectFrom('sign_in_flows').selectAll().execute()
    assert.equal(rows.length, 1, 'finished sign-ins leave nothing behind')
    assert.ok(!JSON.stringify(rows).includes(state))
  },
  settings,
)

onSqlite(
  'if a provider is down, the page says so, and sign-in starts are limited per IP address',
  async shop => {
    const down = await browser(shop).leave('google')
    assert.equal(down.hash, '#problem=failed')
    const starts = Array.from({ length: 101 }, () =>
      // Not from this machine, which may start a hundred times as many in a demo.
      shop.call({ url: '/api/auth/github', remoteAddress: '192.0.2.1' }),
    )
    const [refused, ...others] = (await Promise.all(starts)).filter(({ statusCode }) => statusCode !== 303)
    assert.equal(others.length, 0)
    assert.deepEqual(
      [refused?.statusCode, refused?.headers['content-type']],
      [429, 'text/html; charset=utf-8'],
    )
  },
  { ...settings, GOOGLE_ISSUER: 'http://localhost:9/google' },
)
