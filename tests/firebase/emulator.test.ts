// Runs against Firebase's emulator, which `npm run shop -- firebase-check` starts. Not part of npm test.
import assert from 'node:assert/strict'
import { forgotAtFirebase } from '../../src/server/features/identity/firebase.ts'
import { customerOf } from '../helpers/customers.ts'
import { cookieOf, enterWith } from '../helpers/factors.ts'
import { onBothEngines, type TestShop } from '../helpers/shop.ts'

const host = process.env.FIREBASE_AUTH_EMULATOR_HOST
if (!host) throw new Error('Run this through npm run shop -- firebase-check: it needs the emulator.')

const project = 'demo-tuckshop'
const settings = {
  SHOP_MODE: 'demo',
  IDENTITY: 'firebase',
  FIREBASE_API_KEY: 'any-key-will-do',
  FIREBASE_AUTH_URL: `http://${host}/identitytoolkit.googleapis.com`,
}

let people = 0
const newEmail = () => `ada${++people}@example.com`

const post = async (shop: TestShop, path: string, payload: object) => {
  const answer = await shop.call({ method: 'POST', url: `/api/auth/${path}`, payload })
  const { user, code, detail } = answer.json()
  return { status: answer.statusCode, uid: user?.uid, code, detail }
}

const signUp = (shop: TestShop, email: string, password = 'long enough') =>
  post(shop, 'sign-up', { name: 'Ada Byron', email, password })

const signIn = (shop: TestShop, email: string, password = 'long enough') =>
  post(shop, 'sign-in', { email, password })

/** Calls the emulator as the project's owner. */
async function asOwner(method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`http://${host}${path}`, {
    method,
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  assert.equal(response.status, 200, path)
  return response.json()
}

interface SentEmails {
  oobCodes: { email: string; requestType: string; oobLink: string }[]
}

/** Opens the link in the latest email of this kind. */
async function openEmail(email: string, requestType: string, answer: Record<string, string> = {}) {
  const { oobCodes } = (await asOwner('GET', `/emulator/v1/projects/${project}/oobCodes`)) as SentEmails
  const sent = oobCodes.findLast(code => code.email === email && code.requestType === requestType)
  assert.ok(sent, `no ${requestType} to ${email}`)
  const link = new URL(sent.oobLink)
  for (const [name, value] of Object.entries(answer)) link.searchParams.set(name, value)
  assert.equal((await fetch(link)).status, 200)
}

onBothEngines(
  'sign-up, sign-in, a wrong password and an unknown email',
  async shop => {
    const email = newEmail()
    const signedUp = await signUp(shop, email)
    assert.equal(signedUp.status, 201)
    const signedIn = await signIn(shop, email)
    assert.deepEqual([signedIn.status, signedIn.uid], [200, signedUp.uid])
    const wrong = await signIn(shop, email, 'another')
    assert.deepEqual(
      [wrong.status, wrong.code, wrong.detail],
      [401, 'wrong_password', 'Wrong password.Try again'],
    )
    const nobody = await signIn(shop, newEmail())
    assert.deepEqual([nobody.status, nobody.code, nobody.detail], [404, 'user_not_found', 'User not found'])
    assert.equal((await signUp(shop, email)).code, 'email_taken')
    assert.equal((await signUp(shop, newEmail(), 'short')).code, 'bad_input')
  },
  settings,
)

onBothEngines(
  'a user who was removed from the shop is created again with the name at Firebase',
  async shop => {
    const email = newEmail()
    await signUp(shop, email)
    const { db, now } = shop.deps
    await db.write(tx =>
      tx
        .updateTable('users')
        .set({ removed_at: now(), closed_at: now() })
        .where('email', '=', email)
        .execute(),
    )
    const { status, uid } = await signIn(shop, email)
    assert.equal(status, 200)
    const row = await db.read.selectFrom('users').selectAll().where('id', '=', uid).executeTakeFirstOrThrow()
    assert.deepEqual([row.display_name, row.email_verified_at], ['Ada Byron', null])
  },
  settings,
)

onBothEngines(
  'an existing account can be used after following the link in the email',
  async shop => {
    const email = newEmail()
    const { uid } = (await (await shop.customer(email)).call('GET', '/api/auth/me')).json()
    assert.equal((await signUp(shop, email)).code, 'email_unverified')
    assert.equal((await signIn(shop, email)).code, 'email_unverified')
    await openEmail(email, 'PASSWORD_RESET', { newPassword: 'chosen by its owner' })
    assert.equal(
      (await signIn(shop, email)).code,
      'wrong_password',
      'the password from before the reset no longer works',
    )
    const opened = await signIn(shop, email, 'chosen by its owner')
    assert.deepEqual([opened.status, opened.uid], [200, uid])
  },
  settings,
)

onBothEngines(
  'resetting a forgotten password verifies the email',
  async shop => {
    const email = newEmail()
    const { uid } = await signUp(shop, email)
    const { firebase, db } = shop.deps
    assert.ok(firebase)
    await forgotAtFirebase(firebase, email)
    await forgotAtFirebase(firebase, newEmail())
    await openEmail(email, 'PASSWORD_RESET', { newPassword: 'another one' })
    assert.equal((await signIn(shop, email)).code, 'wrong_password')
    assert.equal((await signIn(shop, email, 'another one')).uid, uid)
    const row = await db.read.selectFrom('users').selectAll().where('id', '=', uid).executeTakeFirstOrThrow()
    assert.ok(row.email_verified_at)
  },
  settings,
)

onBothEngines(
  'erasing an account also erases it at Firebase',
  async shop => {
    const email = newEmail()
    const joined = { name: 'Ada Byron', email, password: 'long enough' }
    const signedUp = await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload: joined })
    const { token } = (await enterWith(shop.call, email, cookieOf(signedUp))).json()
    const ada = customerOf(shop.call, email, token)
    assert.equal((await ada.call('POST', '/api/auth/erase', { password: 'another' })).statusCode, 401)
    assert.equal((await ada.call('POST', '/api/auth/erase', { password: 'long enough' })).statusCode, 204)
    assert.equal((await signIn(shop, email)).code, 'user_not_found')
  },
  settings,
)

onBothEngines(
  'a disabled account cannot sign in, and email protection hides whether the email or the password was wrong',
  async shop => {
    const email = newEmail()
    await signUp(shop, email)
    const root = `/identitytoolkit.googleapis.com`
    const protect = (enableImprovedEmailPrivacy: boolean) =>
      asOwner('PATCH', `${root}/v2/projects/${project}/config?updateMask=emailPrivacyConfig`, {
        emailPrivacyConfig: { enableImprovedEmailPrivacy },
      })
    await protect(true)
    try {
      assert.equal((await signIn(shop, email, 'another')).code, 'wrong_password')
      assert.equal((await signIn(shop, newEmail())).code, 'wrong_password')
    } finally {
      await protect(false)
    }
    const { users } = (await asOwner('POST', `${root}/v1/projects/${project}/accounts:lookup`, {
      email: [email],
    })) as { users: [{ localId: string }] }
    const [{ localId }] = users
    await asOwner('POST', `${root}/v1/projects/${project}/accounts:update`, { localId, disableUser: true })
    assert.equal((await signIn(shop, email)).code, 'forbidden')
  },
  settings,
)
