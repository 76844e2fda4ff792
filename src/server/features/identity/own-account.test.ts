import assert from 'node:assert/strict'
import { goodPassword, mailedSecret } from '../../../../tests/helpers/account-calls.ts'
import { type CardShop, withCards, withCardsOnSqlite } from '../../../../tests/helpers/card-shop.ts'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { allEmails } from '../../../../tests/helpers/outbox-emails.ts'
import { pictureForm } from '../../../../tests/helpers/picture-form.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { userFor } from './social-link.ts'

const next = 'ten green teapots'

const post = (shop: TestShop, url: string, payload: object, headers: Record<string, string> = {}) =>
  shop.call({ method: 'POST', url, payload, headers })

/** Signs up or in like a browser. */
async function enter(shop: TestShop, email: string, how: 'up' | 'in', password = goodPassword) {
  const body = how === 'up' ? { name: 'Ann', email, password } : { email, password }
  const proven = await post(shop, `/api/auth/sign-${how}`, body)
  const cookie = [proven.headers['set-cookie']]
    .flat()
    .map(one => String(one).split(';')[0])
    .join('; ')
  const entered = await shop.call({
    method: 'PUT',
    url: `/api/users/${email}`,
    payload: { email },
    headers: { cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux) Gecko Firefox/140.0' },
  })
  return customerOf(shop.call, email, entered.json().token)
}

const me = async (who: Customer) => (await who.call('GET', '/api/auth/me')).statusCode
const facts = async (who: Customer) => (await who.call('GET', '/api/auth/account')).json()

const change = (who: Customer, current: string, password = next) =>
  who.call('PUT', '/api/auth/password', { current, password })

withCardsOnSqlite(
  'changing the password requires the current one and ends all other sessions',
  async shop => {
    const ann = await enter(shop, 'ann@example.com', 'up')
    const other = await enter(shop, ann.email, 'in')
    const secret = await mailedSecret(shop, ann, 'reset')
    const wrong = await change(ann, 'not it')
    assert.deepEqual([wrong.statusCode, wrong.json().code], [401, 'wrong_password'])
    assert.deepEqual([await me(ann), await me(other)], [200, 200])
    const common = await change(ann, goodPassword, 'letmein')
    assert.deepEqual([common.statusCode, Object.keys(common.json().fields)], [400, ['password']])
    assert.equal((await change(ann, goodPassword)).statusCode, 204)
    assert.deepEqual([await me(ann), await me(other)], [200, 401])
    const late = await post(shop, '/api/auth/reset', { token: secret, password: 'a third one' })
    assert.equal(late.statusCode, 410, 'an earlier link is invalid')
    assert.equal(
      (await post(shop, '/api/auth/sign-in', { email: ann.email, password: next })).statusCode,
      200,
    )
    const emails = await allEmails(shop.deps.db.read)
    assert.deepEqual(
      emails.map(({ recipient, subject }) => [recipient, subject]),
      [[ann.email, 'Your password was changed']],
    )
  },
)

/** Fails if pending proofs stay: a sign-in with the old password could still be completed. */
onSqlite('changing the password ends pending sign-ins', async shop => {
  const ann = await enter(shop, 'ann@example.com', 'up')
  const proven = await post(shop, '/api/auth/sign-in', { email: ann.email, password: goodPassword })
  const cookie = [proven.headers['set-cookie']].flat().map(one => String(one).split(';')[0])
  assert.equal((await change(ann, goodPassword)).statusCode, 204)
  const late = await shop.call({
    method: 'PUT',
    url: `/api/users/${ann.email}`,
    payload: { email: ann.email },
    headers: { cookie: cookie.join('; ') },
  })
  assert.deepEqual([late.statusCode, late.json().code], [401, 'proof_missing'])
})

/** Fails if only sign-ins are limited: anyone at an open browser could guess without end. */
onSqlite('guessing the current password is limited; successful changes do not count', async shop => {
  const ann = await enter(shop, 'ann@example.com', 'up')
  for (let n = 0; n < 6; n++) {
    assert.equal((await change(ann, goodPassword)).statusCode, 204)
    assert.equal((await change(ann, next, goodPassword)).statusCode, 204)
  }
  const statuses: number[] = []
  for (let n = 0; n < 12; n++) statuses.push((await change(ann, `guess ${n}`)).statusCode)
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429, 429])
})

onSqlite('an account without a password cannot change it', async shop => {
  const ann = await shop.customer()
  assert.deepEqual(await facts(ann), { emailVerified: false, hasPassword: false, hasMail: false })
  const refused = await change(ann, '')
  assert.equal(refused.statusCode, 400)
  assert.match((await change(ann, 'x')).json().detail, /no password yet/)
})

/** Fails if the purpose of a link is not checked: one kind of email could be used for the other. */
withCardsOnSqlite(
  'a reset link does not verify an email, and a verification link does not reset a password',
  async shop => {
    const ann = await shop.customer('ann@example.com')
    const token = await mailedSecret(shop, ann, 'reset')
    assert.equal((await ann.call('POST', '/api/auth/verify', { token })).statusCode, 410)
    const other = { token: await mailedSecret(shop, ann, 'verify'), password: next }
    assert.equal((await post(shop, '/api/auth/reset', other)).statusCode, 410)
  },
)

withCardsOnSqlite('the email is verified by the link and the session together, once', async shop => {
  const [ann, bob] = [await shop.customer('ann@example.com'), await shop.customer()]
  assert.equal((await ann.call('POST', '/api/auth/verify/send')).statusCode, 204)
  const [email] = await allEmails(shop.deps.db.read)
  const token = /\/dashboard\?verify=([\w-]{43})/.exec(email?.text_body ?? '')?.[1]
  assert.equal(email?.recipient, ann.email)
  const verify = (who: Customer) => who.call('POST', '/api/auth/verify', { token })
  assert.equal((await post(shop, '/api/auth/verify', { token })).statusCode, 401)
  assert.equal((await verify(bob)).json().code, 'link_used_or_old')
  assert.equal((await facts(ann)).emailVerified, false)
  assert.equal((await verify(ann)).statusCode, 204, 'another user’s attempt did not use it up')
  assert.deepEqual([(await facts(ann)).emailVerified, (await facts(bob)).emailVerified], [true, false])
  assert.equal((await verify(ann)).statusCode, 410)
  assert.equal((await ann.call('POST', '/api/auth/verify/send')).statusCode, 204)
  assert.equal((await allEmails(shop.deps.db.read)).length, 1, 'no second email once verified')
})

withCardsOnSqlite(
  'a link verifies only the email that it was sent to, and one is sent per day',
  async shop => {
    const ann = await shop.customer()
    const [reset, verify] = [await mailedSecret(shop, ann, 'reset'), await mailedSecret(shop, ann, 'verify')]
    assert.equal((await ann.call('POST', '/api/auth/verify', { token: reset })).statusCode, 410)
    const swapped = await post(shop, '/api/auth/reset', { token: verify, password: next })
    assert.equal(swapped.statusCode, 410)
    const statuses: number[] = []
    for (let n = 0; n < 2; n++) statuses.push((await ann.call('POST', '/api/auth/verify/send')).statusCode)
    assert.deepEqual(statuses, [204, 429])
  },
)

const google = { subject: '7', name: 'Ann', photoUrl: undefined, unverifiedEmail: false }

/** The link policy (social-link.ts) for an email that was verified here: the person at Google is its owner. */
withCardsOnSqlite(
  'a user who verified the email here keeps the password when Google verifies it, too',
  async shop => {
    const ann = await enter(shop, 'ann@example.com', 'up')
    await ann.call('POST', '/api/auth/verify', { token: await mailedSecret(shop, ann, 'verify') })
    await userFor(shop.deps, 'google', { ...google, verifiedEmail: ann.email })
    assert.equal(await me(ann), 200)
    assert.equal((await facts(ann)).hasPassword, true)
  },
)

withCards('changing the name updates the account, the profile and the search', async shop => {
  const [ann, admin] = [await shop.customer(), await shop.customer()]
  await makeAdmin(shop, admin)
  const found = async (name: string) =>
    (await admin.call('GET', `/api/users?search=${name}`)).json().map((row: { email: string }) => row.email)
  const renamed = await ann.call('PUT', '/api/auth/name', { name: ' Zoë Quill ' })
  assert.equal(renamed.json().displayName, 'Zoë Quill')
  assert.deepEqual(await found('quill'), [ann.email])
  const details = { address: 'a', education: 'e', linkedin: 'l', mobileNumber: '1' }
  await ann.call('PUT', '/api/myProfile', { name: 'Zoë Quill', email: ann.email, ...details })
  await ann.call('PUT', '/api/auth/name', { name: 'Ann Lark' })
  assert.equal((await ann.call('GET', `/api/myProfile/${ann.email}`)).json().name, 'Ann Lark')
  assert.equal((await ann.call('GET', '/api/auth/me')).json().displayName, 'Ann Lark')
  assert.deepEqual([await found('quill'), await found('lark')], [[], [ann.email]])
})

const makeAdmin = ({ deps }: CardShop, { email }: Customer) =>
  deps.db.write(tx => tx.updateTable('users').set({ admin_since: 1 }).where('email', '=', email).execute())

onSqlite('a user can upload, see and remove their own picture', async shop => {
  const ann = await shop.customer()
  const { headers, payload } = await pictureForm()
  const kept = await ann.call('POST', '/api/auth/picture', payload, headers)
  const { photoURL } = kept.json()
  assert.match(photoURL, /^\/images\/[a-f0-9]{32}-960\.webp$/)
  assert.equal((await ann.call('GET', '/api/auth/me')).json().photoURL, photoURL)
  assert.equal((await ann.call('DELETE', '/api/auth/picture')).statusCode, 204)
  assert.equal((await ann.call('GET', '/api/auth/me')).json().photoURL, null)
})

onSqlite('a live shop refuses common passwords at sign-up', async shop => {
  const refused = await post(shop, '/api/auth/sign-up', {
    name: 'Ann',
    email: 'ann@example.com',
    password: '123456',
  })
  assert.deepEqual([refused.statusCode, refused.json().code], [400, 'bad_input'])
  assert.match(refused.json().fields.password, /that attackers try/)
})

onSqlite(
  'a demo accepts any password (the spec)',
  async shop => {
    const taken = await post(shop, '/api/auth/sign-up', { name: 'A', email: 'a@example.com', password: '1' })
    assert.equal(taken.statusCode, 201)
  },
  { SHOP_MODE: 'demo' },
)
