import assert from 'node:assert/strict'
import { afterAll } from 'vitest'
import { FirebaseStandIn } from '../../../../tests/helpers/firebase.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const firebase = await FirebaseStandIn.open()
afterAll(() => firebase.close())

const { settings } = firebase

const signUp = (shop: TestShop, email: string, password: string) =>
  shop.call({ method: 'POST', url: '/api/auth/sign-up', payload: { name: 'Ada', email, password } })

const signIn = (shop: TestShop, email: string, password: string) =>
  shop.call({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password } })

/** Fails if the email verifies the address but keeps the password of the person who requested it. */
onSqlite(
  'an email that a stranger requested does not give them the account',
  async shop => {
    const email = `ada.${shop.engine}@example.com`
    const owner = await shop.customer(email)
    await shop.deps.db.write(tx => tx.updateTable('users').set({ email_verified_at: 1 }).execute())
    const refused = await signUp(shop, email, 'the stranger’s')
    assert.equal(refused.json().code, 'email_unverified')
    assert.match(refused.json().detail, /choose a new password/)
    firebase.openEmail(email, 'the owner’s')
    assert.equal((await signIn(shop, email, 'the stranger’s')).statusCode, 401)
    const { uid } = (await owner.call('GET', '/api/auth/me')).json()
    assert.equal((await signIn(shop, email, 'the owner’s')).json().user.uid, uid)
  },
  settings,
)
