import assert from 'node:assert/strict'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import type { FlowSecrets, SocialSignIn } from '../../adapters/social.ts'
import { newToken } from '../../sessions/tokens.ts'
import { finishSocialSignIn, flowMs, startSocialSignIn } from './social.ts'
import type { Provider } from './social-link.ts'

/** A provider that accepts everyone and records the secrets of each flow. */
class AcceptingProvider implements SocialSignIn {
  secrets: FlowSecrets = { state: '', codeVerifier: '', nonce: '' }

  async addressFor(secrets: FlowSecrets): Promise<URL> {
    this.secrets = secrets
    return new URL('https://provider.example/authorize')
  }

  async personFrom(_: URL, secrets: FlowSecrets) {
    assert.deepEqual(secrets, this.secrets)
    return {
      subject: '7',
      verifiedEmail: 'ada@example.com',
      unverifiedEmail: false,
      name: 'Ada',
      photoUrl: undefined,
    }
  }
}

async function leave(shop: TestShop, provider: Provider, next?: unknown) {
  const [signIn, browser] = [new AcceptingProvider(), newToken()]
  const redirectUri = 'http://localhost:3000/callback'
  await startSocialSignIn(shop.deps, {
    provider,
    signIn,
    redirectUri,
    next,
    browser,
    visitor: { address: '127.0.0.1', times: 1 },
  })
  const callback = new URL(redirectUri)
  callback.searchParams.set('state', signIn.secrets.state)
  const comeBack = async (changes: { provider?: Provider; browser?: string | undefined } = {}) => {
    const arrived = await finishSocialSignIn(shop.deps, { provider, signIn, callback, browser, ...changes })
    return 'problem' in arrived ? arrived.problem : arrived.next
  }
  return comeBack
}

/**
 * Fails if a flow is found by its state alone: a link with an attacker's state signs the victim in to the attacker's account.
 */
onSqlite('a sign-in completes once, in the browser that started it, within ten minutes', async shop => {
  const comeBack = await leave(shop, 'google')
  assert.equal(await comeBack({ browser: newToken() }), 'expired')
  assert.equal(await comeBack({ browser: undefined }), 'expired')
  assert.equal(await comeBack({ provider: 'github' }), 'expired', 'an answer of another provider')
  assert.equal(await comeBack(), '/')
  assert.equal(await comeBack(), 'expired', 'used up')
  const late = await leave(shop, 'google')
  shop.travel(flowMs + 1)
  assert.equal(await late(), 'expired')
})

/** Fails if the return page is used unchecked: a link to the shop could lead to another site after signing in. */
onSqlite('after signing in, the user stays on this shop', async shop => {
  const places: [unknown, string][] = [
    ['/items?sort=price#top', '/items?sort=price#top'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example', '/'],
    ['/\t/evil.example', '/'],
    [['/items'], '/'],
    [undefined, '/'],
  ]
  for (const [next, place] of places) {
    const comeBack = await leave(shop, 'google', next)
    assert.equal(await comeBack(), place, JSON.stringify(next))
  }
})
