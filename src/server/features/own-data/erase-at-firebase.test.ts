import assert from 'node:assert/strict'
import { afterAll } from 'vitest'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { signedUp } from '../../../../tests/helpers/factors.ts'
import { FirebaseStandIn } from '../../../../tests/helpers/firebase.ts'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { makeAdmin } from '../../store/users.ts'

const firebase = await FirebaseStandIn.open()
afterAll(() => firebase.close())

const { settings } = firebase

const password = 'long enough'

const erase = (who: Customer, given?: string) => who.call('POST', '/api/auth/erase', { password: given })

const isThere = async (who: Customer) => (await who.call('GET', '/api/auth/me')).statusCode === 200

/** Fails if the data stays at Firebase, and signing in creates the account again. */
onSqlite(
  'erasing an account also deletes it at Firebase, with the password that it has there',
  async shop => {
    const eve = await signedUp(shop, password)
    for (const given of [undefined, 'not it']) {
      const refused = await erase(eve, given)
      assert.deepEqual([refused.statusCode, refused.json().code], [401, 'wrong_password'])
      assert.match(refused.json().fields.password, /your password/)
    }
    assert.ok(await isThere(eve))
    assert.equal((await erase(eve, password)).statusCode, 204)
    assert.equal(firebase.accounts.has(eve.email), false)
    assert.equal(await isThere(eve), false)
  },
  settings,
)

/** Fails if the account is deleted at Firebase before checking that it can be erased here. */
onBothEngines(
  'an account is erased in both places or in neither',
  async shop => {
    const eve = await signedUp(shop, password)
    const { db, now } = shop.deps
    await db.write(tx => tx.updateTable('users').set({ admin_since: null }).execute())
    await db.write(tx => makeAdmin(tx, eve.email, now()))
    assert.equal((await erase(eve, password)).json().code, 'last_admin')
    assert.ok(firebase.accounts.has(eve.email))
    await db.write(tx => tx.updateTable('users').set({ admin_since: null }).execute())
    firebase.refuseAt('accounts:delete', 'INTERNAL_ERROR', 500)
    assert.equal((await erase(eve, password)).statusCode, 503)
    assert.ok(await isThere(eve))
    assert.equal((await erase(eve, password)).statusCode, 204)
  },
  settings,
)

/** Fails if the password of any Firebase account is accepted. */
onBothEngines(
  'an unlinked Firebase account is not deleted, and its password proves nothing',
  async shop => {
    const eve = await signedUp(shop, password)
    const { db } = shop.deps
    const { uid } = (await eve.call('GET', '/api/auth/me')).json()
    await db.write(tx =>
      tx.updateTable('linked_accounts').set({ subject: 'another' }).where('user_id', '=', uid).execute(),
    )
    assert.equal((await erase(eve, password)).json().code, 'wrong_password')
    await db.write(tx => tx.deleteFrom('linked_accounts').where('user_id', '=', uid).execute())
    assert.equal((await erase(eve)).statusCode, 204, 'a fresh sign-in is enough in this case')
    assert.ok(firebase.accounts.has(eve.email))
  },
  settings,
)
