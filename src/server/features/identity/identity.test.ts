import assert from 'node:assert/strict'
import { flagsOf } from '../../../../tests/helpers/cookies.ts'
import { customerOf } from '../../../../tests/helpers/customers.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { giveProof } from './proof.ts'

const post = (shop: TestShop, url: string, payload: object, headers: Record<string, string> = {}) =>
  shop.call({ method: 'POST', url, payload, headers })

const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''

const enter = (shop: TestShop, email: string, headers: Record<string, string>) =>
  shop.call({ method: 'PUT', url: `/api/users/${encodeURIComponent(email)}`, payload: { email }, headers })

const ann = { name: 'Ann', email: 'ann@example.com', password: 'teapot-9' }

onSqlite('sign-up, token, me, sign-out', async shop => {
  const signedUp = await post(shop, '/api/auth/sign-up', { ...ann, email: ' Ann@Example.com ' })
  assert.equal(signedUp.statusCode, 201)
  assert.equal(signedUp.json().user.email, 'ann@example.com')
  assert.deepEqual(flagsOf(signedUp.headers['set-cookie']), [
    'HttpOnly',
    'Max-Age=600',
    'Path=/',
    'SameSite=Lax',
  ])
  const entered = await enter(shop, ann.email, { cookie: cookieOf(signedUp) })
  const customer = customerOf(shop.call, ann.email, entered.json().token)
  assert.deepEqual((await customer.call('GET', '/api/auth/me')).json(), {
    uid: signedUp.json().user.uid,
    email: 'ann@example.com',
    displayName: 'Ann',
    photoURL: null,
    admin: false,
  })
  assert.equal((await customer.call('POST', '/api/auth/sign-out')).statusCode, 204)
  assert.equal((await customer.call('GET', '/api/auth/me')).statusCode, 401)
})

onSqlite('a proof is valid once, for its own email, for ten minutes', async shop => {
  const proof = async () => ({
    cookie: cookieOf(await post(shop, '/api/auth/sign-in', { email: ann.email, password: ann.password })),
  })
  await post(shop, '/api/auth/sign-up', ann)
  await shop.customer('bob@example.com')
  const once = await proof()
  assert.equal((await enter(shop, 'bob@example.com', once)).statusCode, 403)
  assert.equal((await enter(shop, ann.email, once)).statusCode, 200)
  assert.equal((await enter(shop, ann.email, once)).json().code, 'proof_missing')
  assert.equal((await enter(shop, ann.email, {})).statusCode, 401)
  const late = await proof()
  shop.travel(10 * 60_000 + 1)
  assert.equal((await enter(shop, ann.email, late)).statusCode, 401)
  const mismatch = await shop.call({
    method: 'PUT',
    url: '/api/users/ann@example.com',
    payload: { email: 'bob@example.com' },
    headers: await proof(),
  })
  assert.equal(mismatch.statusCode, 403)
})

/** Fails if a valid session is exchanged for a new one: a stolen token could renew itself forever. */
onBothEngines('a valid session gets its own token back, for its own email only', async shop => {
  const [customer] = [await shop.customer('ann@example.com'), await shop.customer('bob@example.com')]
  const authorization = `Bearer ${customer.token}`
  const sessions = () => shop.deps.db.read.selectFrom('sessions').selectAll().orderBy('token_hash').execute()
  const before = await sessions()
  shop.travel(60_000)
  const again = await enter(shop, 'ann@example.com', { authorization })
  assert.deepEqual([again.statusCode, again.json()], [200, { token: customer.token }])
  assert.deepEqual(await sessions(), before, 'no session was created or extended')
  assert.equal((await enter(shop, 'bob@example.com', { authorization })).statusCode, 403)

  const cookie = `tuckshop_proof=${await giveProof(shop.deps, before[0]?.user_id ?? '')}`
  const [owner] = await shop.deps.db.read
    .selectFrom('users')
    .selectAll()
    .where('id', '=', before[0]?.user_id ?? '')
    .execute()
  const proven = await enter(shop, owner?.email ?? '', { authorization, cookie })
  assert.equal(proven.statusCode, 200)
  assert.notEqual(proven.json().token, customer.token, 'a proof takes precedence over a session')
  assert.equal((await sessions()).length, 3)

  shop.travel(shop.deps.config.sessionMs)
  const late = await enter(shop, 'ann@example.com', { authorization })
  assert.deepEqual([late.statusCode, late.json().code], [401, 'proof_missing'])
})

onSqlite('unknown users and wrong passwords get different errors; an email can sign up once', async shop => {
  await post(shop, '/api/auth/sign-up', ann)
  const unknown = await post(shop, '/api/auth/sign-in', { email: 'eve@example.com', password: 'x' })
  assert.deepEqual(
    [unknown.statusCode, unknown.json().code, unknown.json().detail],
    [404, 'user_not_found', 'User not found'],
  )
  const wrong = await post(shop, '/api/auth/sign-in', { email: ann.email, password: 'x' })
  assert.deepEqual(
    [wrong.statusCode, wrong.json().code, wrong.json().detail],
    [401, 'wrong_password', 'Wrong password.Try again'],
  )
  const again = await Promise.all(
    [1, 2, 3].map(() => post(shop, '/api/auth/sign-up', { ...ann, email: 'ANN@example.com' })),
  )
  assert.deepEqual(
    again.map(answer => [answer.statusCode, answer.json().code]),
    [1, 2, 3].map(() => [409, 'email_taken']),
  )
  const race = await Promise.all(
    [1, 2, 3, 4].map(() => post(shop, '/api/auth/sign-up', { ...ann, email: 'new@example.com' })),
  )
  assert.deepEqual(race.map(answer => answer.statusCode).sort(), [201, 409, 409, 409])
})

/** Fails if attempts are counted after the check: all 30 concurrent guesses would pass. */
onBothEngines('sequential and concurrent guessing is limited, until the limit resets', async shop => {
  await post(shop, '/api/auth/sign-up', ann)
  const guess = () => post(shop, '/api/auth/sign-in', { email: ann.email, password: 'wrong' })
  const answers = await Promise.all(Array.from({ length: 30 }, guess))
  assert.equal(answers.filter(answer => answer.statusCode === 401).length, 10)
  const refused = answers.filter(answer => answer.statusCode === 429)
  assert.equal(refused.length, 20)
  assert.equal(refused[0]?.json().code, 'too_many_requests')
  assert.ok(Number(refused[0]?.headers['retry-after']) > 0)
  assert.equal(
    (await post(shop, '/api/auth/sign-in', ann_)).statusCode,
    429,
    'the right password is refused, too',
  )
  shop.travel(15 * 60_000 + 1)
  assert.equal((await post(shop, '/api/auth/sign-in', ann_)).statusCode, 200)
})

const ann_ = { email: ann.email, password: ann.password }

/** Fails with only the limit per IP address and account: a thousand addresses would have ten thousand guesses. */
onSqlite('guessing one account from many IP addresses is limited, too', async shop => {
  await shop.customer(ann.email)
  const guess = (n: number) =>
    shop.call({
      method: 'POST',
      url: '/api/auth/sign-in',
      payload: { email: ann.email, password: `guess ${n}` },
      remoteAddress: `198.51.100.${n}`,
    })
  const statuses: number[] = []
  for (let n = 0; n < 102; n++) statuses.push((await guess(n)).statusCode)
  assert.deepEqual(new Set(statuses.slice(0, 100)), new Set([401]))
  assert.deepEqual(statuses.slice(100), [429, 429])
})

onSqlite('successful sign-ins do not use up the limit', async shop => {
  await post(shop, '/api/auth/sign-up', ann)
  for (let i = 0; i < 15; i++) assert.equal((await post(shop, '/api/auth/sign-in', ann_)).statusCode, 200)
})

onSqlite(
  'sessions end when they expire, when there are too many, and when the user is removed',
  async shop => {
    const customer = await shop.customer(ann.email)
    const status = async () => (await customer.call('GET', '/api/auth/me')).statusCode
    const { uid } = (await customer.call('GET', '/api/auth/me')).json()
    const again = async () =>
      enter(shop, ann.email, { cookie: `tuckshop_proof=${await giveProof(shop.deps, uid)}` })
    for (let i = 0; i < 19; i++) await again()
    assert.equal(await status(), 200)
    shop.travel(1)
    await again()
    assert.equal(await status(), 401, 'the oldest of 21 has ended')

    const bob = await shop.customer('bob@example.com')
    await shop.deps.db.write(tx =>
      tx.updateTable('users').set({ removed_at: 1 }).where('email', '=', bob.email).execute(),
    )
    assert.equal((await bob.call('GET', '/api/auth/me')).statusCode, 401)
    const anew = await post(shop, '/api/auth/sign-up', { ...ann, email: 'bob@example.com' })
    assert.equal(anew.statusCode, 201, 'the email is free again')

    const eve = await shop.customer('eve@example.com')
    assert.equal((await eve.call('GET', '/api/auth/me')).statusCode, 200)
    shop.travel(shop.deps.config.sessionMs)
    assert.equal((await eve.call('GET', '/api/auth/me')).statusCode, 401)
  },
)

onSqlite('a write request from another site is refused', async shop => {
  const origins: [string, string, number][] = [
    ['localhost:3000', 'http://localhost:3000', 201],
    ['127.0.0.1:3000', 'http://127.0.0.1:3000', 409],
    ['[::1]:3000', 'http://[::1]:3000', 409],
    ['localhost:3000', 'http://localhost:3001', 403],
    ['localhost:3000', 'https://evil.example', 403],
    ['evil.example', 'http://evil.example', 403],
    ['localhost:3000', 'null', 403],
  ]
  for (const [host, origin, status] of origins) {
    const answer = await post(shop, '/api/auth/sign-up', ann, { host, origin })
    assert.equal(answer.statusCode, status, `${origin} at ${host}`)
  }
})

onSqlite(
  'with PUBLIC_URL only that origin is accepted, and cookies are bound to it',
  async shop => {
    const own = await post(shop, '/api/auth/sign-up', ann, {
      host: 'shop.example',
      origin: 'https://shop.example',
    })
    assert.match(String(own.headers['set-cookie']), /^__Host-tuckshop_proof=.*; Path=\/; .*; Secure/)
    assert.equal(own.headers['strict-transport-security'], 'max-age=63072000')
    const local = await post(shop, '/api/auth/sign-up', ann, {
      host: 'localhost:3000',
      origin: 'http://localhost:3000',
    })
    assert.equal(local.statusCode, 403)
  },
  { PUBLIC_URL: 'https://shop.example' },
)
