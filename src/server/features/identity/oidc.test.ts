import assert from 'node:assert/strict'
import { afterAll } from 'vitest'
import {
  clientId,
  clientSecret,
  openIdProvider,
  signInAtProvider,
} from '../../../../tests/helpers/openid-provider.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { currentUser, socialBrowser } from '../../../../tests/helpers/social-browser.ts'

const provider = await openIdProvider()
afterAll(() => provider.close())

const settings = {
  SHOP_MODE: 'demo',
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NAME: 'Harbour Login',
}

async function signIn(shop: TestShop, person: string | undefined) {
  const visitor = socialBrowser(shop)
  const outcome = await visitor.comeBack(await signInAtProvider(await visitor.leave('oidc'), person))
  return { visitor, outcome }
}

async function uidOf(shop: TestShop, person: string, email: string): Promise<string> {
  const { visitor, outcome } = await signIn(shop, person)
  assert.deepEqual(outcome, { proven: email, next: '/items' })
  const { token } = (await visitor.enter(email)).json()
  return (await currentUser(shop, token)).json().uid
}

onBothEngines(
  'an additional provider is offered by name, and signs in the same user the next time',
  async shop => {
    assert.equal((await shop.call({ url: '/api/auth/options' })).json().oidc, 'Harbour Login')
    const ada = await uidOf(shop, 'ada', 'ada@byron.example')
    assert.equal(await uidOf(shop, 'ada', 'ada@byron.example'), ada)
  },
  settings,
)

onSqlite(
  'canceled, unverified, without email: the page learns which, and nobody is signed in',
  async shop => {
    const cases: [string | undefined, string][] = [
      [undefined, 'denied'],
      ['uma', 'unverified'],
      ['enzo', 'unverified'],
      ['nemo', 'no_email'],
    ]
    for (const [person, problem] of cases) {
      const { visitor, outcome } = await signIn(shop, person)
      assert.deepEqual(outcome, { problem, next: '/items' })
      assert.equal(visitor.jar.has('tuckshop_proof'), false)
    }
  },
  settings,
)

/** Fails if the flow's key lacks the browser's half: a victim could be signed in to an attacker's account. */
onSqlite(
  'a callback with another state or in another browser is refused',
  async shop => {
    const [ann, eve] = [socialBrowser(shop), socialBrowser(shop)]
    const back = await signInAtProvider(await eve.leave('oidc'), 'ada')
    await ann.leave('oidc')
    assert.deepEqual(await ann.comeBack(back), { problem: 'expired' })
    const forged = new URL(back)
    forged.searchParams.set('state', 'x'.repeat(43))
    assert.deepEqual(await eve.comeBack(forged), { problem: 'expired' })
    assert.ok((await eve.comeBack(back)).proven)
  },
  settings,
)

onSqlite('without its settings the provider is not offered', async shop => {
  assert.equal('oidc' in (await shop.call({ url: '/api/auth/options' })).json(), false)
  assert.equal((await socialBrowser(shop).leave('oidc')).hash, '#problem=off')
})
