import assert from 'node:assert/strict'
import { test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { routeKey, validRequest, withToken } from '../../../../tests/helpers/access-table.ts'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { addPasskey, assertionBy, nextCode, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { withCardsOnSqlite } from '../../../../tests/helpers/paying-shop.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const tenMinutes = 10 * 60_000

/** Written out by hand: what takes money or data out of the shop. */
const withFactor = [
  'POST /booking/{id}/refund',
  'GET /booking.csv',
  'GET /items.csv',
  'GET /audit.csv',
  'GET /auth/export',
  'POST /auth/erase',
]

/** What changes how somebody gets in. */
const always = [
  'POST /auth/passkeys/options',
  'POST /auth/passkeys',
  'DELETE /auth/passkeys/{id}',
  'POST /auth/totp',
  'PUT /auth/totp',
  'DELETE /auth/totp',
  'POST /auth/totp/recovery-codes',
]

const sensitive = [...withFactor, ...always]

const whereRequired = ['PUT /adminUser/{email}', 'DELETE /adminUser/{email}', 'DELETE /user/{email}']

test('the contract asks for a fresh proof where it should, and nowhere else', () => {
  const marked = (when: string) => endpoints.filter(({ freshProof }) => freshProof === when).map(routeKey)
  assert.deepEqual(marked('with_factor').sort(), withFactor.toSorted())
  assert.deepEqual(marked('always').sort(), always.toSorted())
  assert.deepEqual(marked('where_required').sort(), whereRequired.toSorted())
})

/** Fails where serve.ts does not ask: every marked call then does what it does for a session of any age. */
withCardsOnSqlite(
  'every call that wants a fresh proof refuses an old one, and no other call does',
  async shop => {
    const admin = await newAdmin(shop)
    await turnOnCodes(admin, shop.deps.now())
    shop.travel(tenMinutes)
    for (const endpoint of endpoints) {
      if (endpoint.path === '/auth/sign-out') continue
      const call = withToken(await validRequest(shop, endpoint, await shop.customer()), admin.token)
      const isRefused = (await shop.call(call)).body.includes('fresh_proof_needed')
      assert.equal(isRefused, sensitive.includes(routeKey(endpoint)), routeKey(endpoint))
    }
  },
)

const exported = async (admin: Awaited<ReturnType<typeof newAdmin>>) =>
  (await admin.call('GET', '/api/booking.csv')).statusCode

onSqlite('whoever has no second factor exports as ever', async shop => {
  const admin = await newAdmin(shop)
  shop.travel(86_400_000)
  assert.equal(await exported(admin), 200)
})

onSqlite(
  'a code or a passkey of one’s own opens the door for ten minutes, and names the ways',
  async shop => {
    const admin = await newAdmin(shop)
    const { secret } = await turnOnCodes(admin, shop.deps.now())
    const device = new Authenticator()
    await addPasskey(admin, device)
    assert.equal(await exported(admin), 200, 'setting it up was a proof')
    shop.travel(tenMinutes)
    const refused = await admin.call('GET', '/api/booking.csv')
    assert.deepEqual(refused.json().ways, ['passkey', 'code'])
    const proved = await admin.call('POST', '/api/auth/prove', { code: nextCode(shop, secret) })
    assert.equal(proved.statusCode, 204)
    assert.equal(await exported(admin), 200)
    shop.travel(tenMinutes)
    assert.equal(await exported(admin), 403)
    const { payload, headers } = await assertionBy(shop.call, device)
    assert.equal((await admin.call('POST', '/api/auth/prove', { passkey: payload }, headers)).statusCode, 204)
    assert.equal(await exported(admin), 200)
  },
)

/** The password of an account whose owner comes straight from the store. */
async function givePassword({ deps }: TestShop, email: string, password: string): Promise<void> {
  const password_hash = await deps.passwords.hash(password)
  await deps.db.write(tx =>
    tx.updateTable('users').set({ password_hash }).where('email', '=', email).execute(),
  )
}

onSqlite('a password is a proof in a session that has shown more before, and tries are few', async shop => {
  const admin = await newAdmin(shop)
  await givePassword(shop, admin.email, 'hunter2')
  await turnOnCodes(admin, shop.deps.now())
  shop.travel(tenMinutes)
  const prove = async (body: object) => (await admin.call('POST', '/api/auth/prove', body)).statusCode
  assert.equal(await prove({}), 400)
  assert.equal(await prove({ password: 'hunter2', code: '000000' }), 400)
  assert.equal(await prove({ password: 'wrong' }), 401)
  assert.equal(await exported(admin), 403)
  assert.equal(await prove({ password: 'hunter2' }), 204)
  assert.equal(await exported(admin), 200)
  for (let tries = 0; tries < 9; tries++) assert.equal(await prove({ password: 'wrong' }), 401)
  assert.equal(await prove({ password: 'hunter2' }), 429)
})
