import assert from 'node:assert/strict'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const post = (shop: TestShop, url: string, payload: object) => shop.call({ method: 'POST', url, payload })

const ann = { name: 'Ann', email: 'ann@example.com', password: 'teapot-9' }

/** Fails if the list comes from the settings: it would offer a removed account, which cannot sign in. */
onSqlite(
  'the demo box offers only accounts that exist',
  async shop => {
    const offered = async () =>
      (await shop.call({ url: '/api/auth/options' }))
        .json()
        .demoAccounts.map((account: { email: string }) => account.email)
    const [user, admin] = await offered()
    assert.deepEqual([user, admin], ['user@tuckshop.example', 'admin@tuckshop.example'])
    await shop.deps.db.write(tx =>
      tx.updateTable('users').set({ removed_at: 1 }).where('email', '=', user).execute(),
    )
    assert.deepEqual(await offered(), [admin])
    await shop.deps.db.write(tx =>
      tx.updateTable('users').set({ password_hash: null }).where('email', '=', admin).execute(),
    )
    assert.deepEqual(await offered(), [])
  },
  { SHOP_MODE: 'demo' },
)

/** Fails if any text with an @ is accepted: two accounts could then look the same. */
onBothEngines('sign-up refuses an email that looks like another; existing ones still sign in', async shop => {
  for (const email of ['\u0430nn@example.com', 'ann\u200B@example.com']) {
    const refused = await post(shop, '/api/auth/sign-up', { ...ann, email })
    assert.equal(refused.statusCode, 400)
    assert.match(refused.json().fields.email, /alphabets|invisible/)
  }
  const apart = await post(shop, '/api/auth/sign-up', { ...ann, email: 'jo\u0308rg@example.com' })
  assert.equal(apart.json().user.email, 'j\u00F6rg@example.com')
  const typed = { email: 'jo\u0308rg@example.com', password: ann.password }
  assert.equal((await post(shop, '/api/auth/sign-in', typed)).statusCode, 200)
  await shop.deps.db.write(tx => tx.updateTable('users').set({ email: 'ann\u200B@example.com' }).execute())
  const odd = { email: 'ann\u200B@example.com', password: ann.password }
  assert.equal((await post(shop, '/api/auth/sign-in', odd)).statusCode, 200)
})
