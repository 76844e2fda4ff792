import assert from 'node:assert/strict'
import { test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { routeKey, validRequest, withToken } from '../../../../tests/helpers/access-table.ts'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { addPasskey, assertionBy, nextCode, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const tenMinutes = 10 * 60_000

/** A literal list: the calls that take money or data out of the shop. */
const withFactor = [
  'POST /booking/{id}/refund',
  'POST /booking/{id}/paid',
  'GET /booking.csv',
  'GET /invoices.csv',
  'GET /items.csv',
  'GET /audit.csv',
  'GET /newsletter.csv',
  'GET /auth/export',
  'POST /auth/erase',
]

/** The calls that change how a user signs in. */
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

const whereRequired = [
  'PUT /adminUser/{email}',
  'DELETE /adminUser/{email}',
  'DELETE /user/{email}',
  'PUT /user/{email}/removed',
]

test('the contract requires a fresh proof for exactly these calls', () => {
  const marked = (when: string) => endpoints.filter(({ freshProof }) => freshProof === when).map(routeKey)
  assert.deepEqual(marked('with_factor').sort(), withFactor.toSorted())
  assert.deepEqual(marked('always').sort(), always.toSorted())
  assert.deepEqual(marked('where_required').sort(), whereRequired.toSorted())
})

/** Fails if serve.ts does not check: every marked call would then accept a session of any age. */
withCardsOnSqlite(
  'every call that requires a fresh proof refuses an old one, and no other call does',
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

onSqlite('users without a second factor can export without a fresh proof', async shop => {
  const admin = await newAdmin(shop)
  shop.travel(86_400_000)
  assert.equal(await exported(admin), 200)
})

onSqlite(
  'a code or a passkey is a fresh proof for ten minutes, and the refusal lists the methods',
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

/** Sets the password of an account that the test created in the store. */
async function givePassword({ deps }: TestShop, email: string, password: string): Promise<void> {
  const password_hash = await deps.passwords.hash(password)
  await deps.db.write(tx =>
    tx.updateTable('users').set({ password_hash }).where('email', '=', email).execute(),
  )
}

onSqlite(
  'a password is a fresh proof in a session with an earlier strong proof, and attempts are limited',
  async shop => {
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
  },
)
