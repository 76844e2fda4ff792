import assert from 'node:assert/strict'
import { afterAll } from 'vitest'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { enterWith, signedUp, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { FirebaseStandIn } from '../../../../tests/helpers/firebase.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { demoAccounts } from '../../store/demo-ids.ts'
import { giveProof } from '../identity/proof.ts'

const firebase = await FirebaseStandIn.open()
afterAll(() => firebase.close())

const { settings } = firebase

const password = 'long enough'
const tenMinutes = 10 * 60_000

/** A user who signed up at Firebase and has codes here. */
async function withCodes(shop: TestShop): Promise<Customer> {
  const eve = await signedUp(shop, password)
  await turnOnCodes(eve, shop.deps.now())
  return eve
}

const prove = (who: Customer, given: string) => who.call('POST', '/api/auth/prove', { password: given })

const exported = async (who: Customer) => (await who.call('GET', '/api/auth/export')).statusCode

/** Fails if the shop uses its own password hash, which does not exist here. */
onSqlite(
  'a Firebase password is a fresh proof, and is listed as a method',
  async shop => {
    const eve = await withCodes(shop)
    assert.equal((await eve.call('GET', '/api/auth/factors')).json().password, true)
    shop.travel(tenMinutes)
    const refused = await eve.call('GET', '/api/auth/export')
    assert.deepEqual([refused.statusCode, refused.json().ways], [403, ['code', 'password']])
    const wrong = await prove(eve, 'not it')
    assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'wrong_password'])
    assert.equal(await exported(eve), 403)
    assert.equal((await prove(eve, password)).statusCode, 204)
    assert.equal(await exported(eve), 200)
  },
  settings,
)

/** Fails if the password of any Firebase account is accepted. */
onSqlite(
  'the password of an unlinked Firebase account proves nothing, nor does an old one of the shop’s',
  async shop => {
    const eve = await withCodes(shop)
    const { db, passwords } = shop.deps
    const { uid } = (await eve.call('GET', '/api/auth/me')).json()
    const password_hash = await passwords.hash('the old one')
    await db.write(tx => tx.updateTable('users').set({ password_hash }).where('id', '=', uid).execute())
    assert.equal((await prove(eve, 'the old one')).statusCode, 401)
    await db.write(tx => tx.deleteFrom('linked_accounts').where('user_id', '=', uid).execute())
    assert.equal((await prove(eve, password)).statusCode, 401)
    assert.equal((await eve.call('GET', '/api/auth/factors')).json().password, false)
  },
  settings,
)

onSqlite(
  'a 503 of Firebase does not count as an attempt, a disabled account gets its message, and attempts are limited',
  async shop => {
    const eve = await withCodes(shop)
    firebase.refuseNext('INTERNAL_ERROR', 500)
    assert.equal((await prove(eve, password)).statusCode, 503)
    firebase.refuseNext('USER_DISABLED')
    assert.equal((await prove(eve, password)).statusCode, 403)
    firebase.refuseNext('EMAIL_NOT_FOUND')
    const gone = await prove(eve, password)
    assert.deepEqual([gone.statusCode, gone.json().fields.password], [401, 'Wrong password.Try again'])
    for (let tries = 0; tries < 8; tries++) assert.equal((await prove(eve, 'wrong')).statusCode, 401)
    assert.equal((await prove(eve, password)).statusCode, 429)
  },
  settings,
)

onSqlite(
  'the demo’s own accounts use the shop’s passwords for fresh proofs',
  async shop => {
    const [{ id, email, password: known }] = demoAccounts
    const entered = await enterWith(shop.call, email, `tuckshop_proof=${await giveProof(shop.deps, id)}`)
    const robin = customerOf(shop.call, email, entered.json().token)
    assert.equal((await robin.call('GET', '/api/auth/factors')).json().password, true)
    assert.equal((await prove(robin, known)).statusCode, 204)
  },
  settings,
)
