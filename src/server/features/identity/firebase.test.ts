import assert from 'node:assert/strict'
import { afterAll, test } from 'vitest'
import { FirebaseStandIn } from '../../../../tests/helpers/firebase.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { currentUser } from '../../../../tests/helpers/social-browser.ts'
import { FirebaseAccounts } from '../../adapters/firebase-accounts.ts'
import { forgotAtFirebase } from './firebase.ts'
import { userFor } from './social-link.ts'

const firebase = await FirebaseStandIn.open()
afterAll(() => firebase.close())

const { settings } = firebase

const post = (shop: TestShop, path: string, payload: object) =>
  shop.call({ method: 'POST', url: `/api/auth/${path}`, payload })

const signUp = (shop: TestShop, email: string, password = 'long enough') =>
  post(shop, 'sign-up', { name: 'Ada', email, password })

const signIn = (shop: TestShop, email: string, password = 'long enough') =>
  post(shop, 'sign-in', { email, password })

/** Exchanges the proof of a sign-in for a session token. */
async function enter(shop: TestShop, { headers }: Awaited<ReturnType<typeof signIn>>, email: string) {
  const cookie = String([headers['set-cookie'] ?? []].flat()[0]).split(';', 1)[0] ?? ''
  const url = `/api/users/${encodeURIComponent(email)}`
  return shop.call({ method: 'PUT', url, headers: { cookie }, payload: { email } })
}

const rowOf = (shop: TestShop, email: string) =>
  shop.deps.db.read.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

let people = 0
/** The two engines share the stand-in, so every test uses new emails. */
const newAddress = () => `ada${++people}@example.com`

onBothEngines(
  'sign-up creates an account at Firebase and in the shop, and every sign-in ends like any other',
  async shop => {
    const email = newAddress()
    const signedUp = await signUp(shop, email)
    assert.equal(signedUp.statusCode, 201, signedUp.body)
    assert.equal((await enter(shop, signedUp, email)).statusCode, 200)
    const signedIn = await signIn(shop, email)
    assert.deepEqual(signedIn.json(), signedUp.json(), 'the same user')
    assert.match((await enter(shop, signedIn, email)).json().token, /^[\w-]{43}$/)
    const { password_hash, email_verified_at } = await rowOf(shop, email)
    assert.deepEqual([password_hash, email_verified_at], [null, null], 'the shop stores no password')
    assert.deepEqual([...firebase.keys], ['key-of-the-tests'])
  },
  settings,
)

/** Firebase's error codes and the shop's. The page maps the first two codes to the spec's messages. */
const refusals: [word: string, status: number, code: string][] = [
  ['EMAIL_NOT_FOUND', 404, 'user_not_found'],
  ['INVALID_PASSWORD', 401, 'wrong_password'],
  ['INVALID_LOGIN_CREDENTIALS', 401, 'wrong_password'],
  ['USER_DISABLED', 403, 'forbidden'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been disabled', 429, 'too_many_requests'],
  ['EMAIL_EXISTS', 409, 'email_taken'],
  ['WEAK_PASSWORD : Password should be at least 6 characters', 400, 'bad_input'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [x]', 400, 'bad_input'],
  ['INVALID_EMAIL', 400, 'bad_input'],
  ['OPERATION_NOT_ALLOWED', 503, 'unavailable'],
  ['API key not valid. Pass a valid API key.', 503, 'unavailable'],
]

onSqlite(
  'every error code of Firebase maps to a message of the shop',
  async shop => {
    for (const [word, status, code] of refusals)
      for (const call of [signIn, signUp]) {
        firebase.refuseNext(word)
        const answer = await call(shop, newAddress())
        assert.deepEqual([answer.statusCode, answer.json().code], [status, code], word)
        assert.doesNotMatch(answer.json().detail, /[A-Z]{3,}|key/, 'in plain words')
        assert.equal(answer.headers['set-cookie'], undefined)
      }
    const unknown = (await signIn(shop, newAddress())).json()
    assert.equal(unknown.detail, 'User not found')
    const email = newAddress()
    await signUp(shop, email)
    assert.equal((await signIn(shop, email, 'another')).json().detail, 'Wrong password.Try again')
    assert.match((await signUp(shop, newAddress(), 'short')).json().fields.password, /at least 6/)
    firebase.account(email).disabled = true
    assert.equal((await signIn(shop, email)).statusCode, 403)
  },
  settings,
)

onSqlite(
  'if Firebase is down or returns nonsense, the shop answers 503 and signs nobody in',
  async shop => {
    const email = newAddress()
    await signUp(shop, email)
    const answers = [
      { status: 500, body: '{"error":{"code":500,"message":"INTERNAL_ERROR"}}' },
      { status: 502, body: '<html>Bad gateway</html>' },
      { status: 200, body: '{}' },
      { status: 200, body: 'nonsense' },
      { status: 429, body: '{"error":{"code":429,"message":"RESOURCE_EXHAUSTED"}}' },
    ]
    for (const answer of answers) {
      firebase.next = answer
      const { statusCode, headers, body } = await signIn(shop, email)
      assert.deepEqual(
        [statusCode, headers['retry-after'], headers['set-cookie']],
        [503, '5', undefined],
        body,
      )
      assert.match(body, /Signing in is not working right now/)
    }
    firebase.next = { status: 200, body: '{"mfaPendingCredential":"x","mfaInfo":[]}' }
    assert.equal((await signIn(shop, email)).json().code, 'forbidden', 'Firebase requires a second step')
  },
  settings,
)

test('a request to Firebase without an answer times out', async () => {
  firebase.next = 'silence'
  const impatient = new FirebaseAccounts({ apiKey: 'k', authUrl: firebase.url }, 50)
  await assert.rejects(impatient.signIn('ada@example.com', 'x'), { code: 'unavailable' })
})

/**
 * Anyone can sign up at Firebase with any email. Fails if an unverified email opens an existing account of the shop, or if
 * the person who signed up first with someone else's email stays signed in.
 */
onSqlite(
  'an existing account opens only to a verified email, and then excludes the earlier user',
  async shop => {
    const email = newAddress()
    const owner = await shop.customer(email)
    const refused = await signUp(shop, email)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'email_unverified'])
    assert.equal((await signIn(shop, email)).json().code, 'email_unverified')
    const emails = firebase.emails.filter(sent => sent.endsWith(email))
    assert.deepEqual(emails, [`PASSWORD_RESET to ${email}`], 'one a day')
    assert.equal((await owner.call('GET', '/api/auth/me')).statusCode, 200, 'the owner is unaffected')

    firebase.account(email).emailVerified = true
    const { uid } = (await owner.call('GET', '/api/auth/me')).json()
    assert.equal((await signIn(shop, email)).json().user.uid, uid)
    assert.ok((await rowOf(shop, email)).email_verified_at)
    assert.equal((await owner.call('GET', '/api/auth/me')).statusCode, 401, 'the email was never verified')
  },
  settings,
)

onSqlite(
  'verifying an email ends the sessions of the person who signed up with it before',
  async shop => {
    const email = newAddress()
    const { token } = (await enter(shop, await signUp(shop, email), email)).json()
    await signIn(shop, email)
    assert.equal((await currentUser(shop, token)).statusCode, 200)
    firebase.account(email).emailVerified = true
    assert.equal((await signIn(shop, email)).statusCode, 200)
    assert.equal((await currentUser(shop, token)).statusCode, 401)
  },
  settings,
)

/** Fails if claiming an account leaves its link to Firebase: the person who created it still has a password there. */
onSqlite(
  'a user of someone else’s email loses access when the owner signs in by another method',
  async shop => {
    const email = newAddress()
    const { token } = (await enter(shop, await signUp(shop, email), email)).json()
    const owner = {
      subject: email,
      verifiedEmail: email,
      unverifiedEmail: false,
      name: '',
      photoUrl: undefined,
    }
    const user = await userFor(shop.deps, 'google', owner)
    assert.ok(typeof user === 'object' && user.email === email)
    assert.equal((await currentUser(shop, token)).statusCode, 401)
    assert.equal((await signIn(shop, email)).json().code, 'email_unverified')
    firebase.account(email).emailVerified = true
    assert.equal(
      (await signIn(shop, email)).json().user.uid,
      user.id,
      'the emailed link gives it back to the owner',
    )
    assert.deepEqual(await userFor(shop.deps, 'google', owner), await rowOf(shop, email))
  },
  settings,
)

onSqlite(
  'the demo’s own accounts use the shop’s passwords; other passwords of the shop are ignored',
  async shop => {
    for (const { email, password } of (await shop.call({ url: '/api/auth/options' })).json().demoAccounts)
      assert.equal((await signIn(shop, email, password)).statusCode, 200, email)
    const email = newAddress()
    const { uid } = (await (await shop.customer(email)).call('GET', '/api/auth/me')).json()
    const password_hash = await shop.deps.passwords.hash('the old one')
    await shop.deps.db.write(tx =>
      tx.updateTable('users').set({ password_hash }).where('id', '=', uid).execute(),
    )
    assert.equal((await signIn(shop, email, 'the old one')).json().code, 'user_not_found')
  },
  settings,
)

onSqlite(
  'the rate limit applies before Firebase is called',
  async shop => {
    const email = newAddress()
    await signUp(shop, email)
    const from = { remoteAddress: '192.0.2.7' }
    const guess = (password: string) =>
      shop.call({ method: 'POST', url: '/api/auth/sign-in', payload: { email, password }, ...from })
    for (let i = 0; i < 10; i++) assert.equal((await guess('wrong')).statusCode, 401)
    assert.equal((await guess('long enough')).statusCode, 429)
  },
  settings,
)

test('Firebase sends the reset email, and the answer does not reveal whether the email address exists', async () => {
  const accounts = new FirebaseAccounts({ apiKey: 'k', authUrl: firebase.url })
  const email = newAddress()
  await accounts.signUp('Ada', email, 'long enough')
  await forgotAtFirebase(accounts, email)
  assert.equal(firebase.emails.at(-1), `PASSWORD_RESET to ${email}`)
  await forgotAtFirebase(accounts, newAddress())
  firebase.refuseNext('INTERNAL_ERROR', 500)
  await assert.rejects(forgotAtFirebase(accounts, email), { code: 'unavailable' })
})
