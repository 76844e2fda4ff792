import assert from 'node:assert/strict'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import {
  addPasskey,
  enterWith,
  givePasskey,
  nextCode,
  turnOnCodes,
} from '../../../../tests/helpers/factors.ts'
import { newAdmin, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { giveProof } from '../identity/proof.ts'

const required = { ADMIN_SECOND_FACTOR: 'required' }

const codeOfAnswer = async (who: Customer, method: 'GET' | 'PUT' | 'DELETE', path: string) => {
  const answer = await who.call(method, path)
  return answer.statusCode < 300 ? answer.statusCode : answer.json().code
}

/** The same user in another browser, signed in with only a password. */
async function again(shop: TestShop, { email, call }: Customer): Promise<Customer> {
  const { uid } = (await call('GET', '/api/auth/me')).json()
  const entered = await enterWith(shop.call, email, `tuckshop_proof=${await giveProof(shop.deps, uid)}`)
  return customerOf(shop.call, email, entered.json().token)
}

/** Fails if the role alone is enough: a stolen password would give admin access. */
onSqlite(
  'an admin has admin access only once they have a second factor',
  async shop => {
    const [admin, ann] = [await newAdmin(shop), await shop.customer()]
    await ann.call('POST', '/api/myProfile', {
      name: 'Ann',
      email: ann.email,
      address: 'a',
      education: 'e',
      linkedin: 'l',
      mobileNumber: '1',
    })
    assert.equal(await codeOfAnswer(admin, 'GET', '/api/users'), 'second_factor_needed')
    assert.equal(await codeOfAnswer(admin, 'GET', `/api/myProfile/${ann.email}`), 'forbidden')
    assert.deepEqual((await admin.call('GET', `/api/admin/${admin.email}`)).json(), { admin: true })
    const me = (await admin.call('GET', '/api/auth/me')).json()
    assert.deepEqual([me.admin, me.secondFactorNeeded], [true, true])
    assert.equal(await codeOfAnswer(ann, 'GET', '/api/users'), 'forbidden')

    await turnOnCodes(admin, shop.deps.now())
    assert.equal(await codeOfAnswer(admin, 'GET', '/api/users'), 200)
    assert.equal('secondFactorNeeded' in (await admin.call('GET', '/api/auth/me')).json(), false)
    await admin.call('DELETE', '/api/auth/totp')
    assert.equal(await codeOfAnswer(admin, 'GET', '/api/users'), 'second_factor_needed')
    await addPasskey(admin, new Authenticator())
    assert.equal(await codeOfAnswer(admin, 'GET', '/api/users'), 200)
  },
  required,
)

/** Fails if a fresh password proof is enough to add a factor beside an existing one. */
onSqlite(
  'an admin’s password without the passkey cannot add another factor',
  async shop => {
    const admin = await newAdmin(shop)
    const { uid } = (await admin.call('GET', '/api/auth/me')).json()
    await shop.deps.db.write(tx => givePasskey(tx, uid))
    const thief = await again(shop, admin)
    for (const path of ['/api/auth/totp', '/api/auth/passkeys/options']) {
      const refused = await thief.call('POST', path)
      assert.deepEqual([refused.json().code, refused.json().ways], ['fresh_proof_needed', ['passkey']])
    }
    assert.equal(await codeOfAnswer(thief, 'GET', '/api/users'), 'second_factor_needed')
  },
  required,
)

onSqlite(
  'if a second factor is required, promoting and removing users need a fresh proof; otherwise they do not',
  async shop => {
    const [admin, ann] = [await newAdmin(shop), await shop.customer()]
    const { secret } = await turnOnCodes(admin, shop.deps.now())
    shop.travel(10 * 60_000)
    assert.equal(await codeOfAnswer(admin, 'PUT', `/api/adminUser/${ann.email}`), 'fresh_proof_needed')
    await admin.call('POST', '/api/auth/prove', { code: nextCode(shop, secret) })
    assert.equal(await codeOfAnswer(admin, 'PUT', `/api/adminUser/${ann.email}`), 200)
  },
  required,
)

onSqlite('without the setting, an admin with codes promotes without a fresh proof', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  await turnOnCodes(admin, shop.deps.now())
  shop.travel(86_400_000)
  assert.equal(await codeOfAnswer(admin, 'PUT', `/api/adminUser/${ann.email}`), 200)
  assert.equal(await codeOfAnswer(admin, 'DELETE', `/api/user/${ann.email}`), 204)
})
