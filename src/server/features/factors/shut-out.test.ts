import assert from 'node:assert/strict'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { cookieOf, enterWith, nextCode, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { newLink } from '../identity/mailed-links.ts'

const quarter = 15 * 60_000
const day = 96 * quarter
const email = 'ann@example.com'
const password = 'teapot-9'

const post = (shop: TestShop, url: string, payload: object, cookie = '') =>
  shop.call({ method: 'POST', url, payload, headers: { cookie } })

/** Signs Ann up with a verified email and with codes that she turned on a month ago. */
async function annWithCodes(shop: TestShop) {
  const { db, now } = shop.deps
  const signedUp = await post(shop, '/api/auth/sign-up', { name: 'Ann', email, password })
  const { token } = (await enterWith(shop.call, email, cookieOf(signedUp))).json()
  await db.write(tx => tx.updateTable('users').set({ email_verified_at: 1 }).execute())
  const ann = customerOf(shop.call, email, token)
  const codes = await turnOnCodes(ann, now())
  await db.write(tx => tx.updateTable('totp_secrets').set({ on_since: 1 }).execute())
  return { ann, ...codes }
}

/** A password proof in a browser with these cookies. */
const proven = async (shop: TestShop, typed = password, cookie = '') =>
  cookieOf(await post(shop, '/api/auth/sign-in', { email, password: typed }, cookie))

/** Enters a code as the second step of a sign-in. Returns the status. */
const check = async (shop: TestShop, code: string, { typed = password, cookie = '' } = {}) => {
  const proof = await proven(shop, typed, cookie)
  return (await post(shop, '/api/auth/totp/check', { code }, `${proof}; ${cookie}`)).statusCode
}

/** An attacker with the password guesses codes until the limit. */
async function guessAll(shop: TestShop, typed = password): Promise<void> {
  for (let quarters = 0; quarters < 5; quarters++) {
    const proof = await proven(shop, typed)
    for (let tries = 0; tries < 10; tries++)
      await post(shop, '/api/auth/totp/check', { code: '000000' }, proof)
    shop.travel(quarter)
  }
  assert.equal(await check(shop, '000000', { typed }), 429)
}

async function resetTo(shop: TestShop, next: string): Promise<void> {
  const { db, now } = shop.deps
  const { id } = await db.read.selectFrom('users').select('id').executeTakeFirstOrThrow()
  const link = await db.write(tx => newLink(tx, 'reset', { userId: id, origin: 'http://x', now: now() }))
  const payload = { token: link.split('reset=')[1], password: next }
  assert.equal((await post(shop, '/api/auth/reset', payload)).statusCode, 204)
}

const changeTo = async (ann: Customer, next: string) => {
  const answer = await ann.call('PUT', '/api/auth/password', { current: password, password: next })
  assert.equal(answer.statusCode, 204, answer.body)
}

/** Fails if someone who knew the old password has used up the owner's attempts. */
onSqlite('a new password resets the limit on codes', async shop => {
  const { ann, secret } = await annWithCodes(shop)
  await guessAll(shop)
  await changeTo(ann, 'kettle-7-a')
  assert.equal(await check(shop, nextCode(shop, secret), { typed: 'kettle-7-a' }), 204)
  await guessAll(shop, 'kettle-7-a')
  await resetTo(shop, 'kettle-7-b')
  assert.equal(await check(shop, nextCode(shop, secret), { typed: 'kettle-7-b' }), 204)
})

/** Fails if access to the mailbox allows unlimited guesses. */
onBothEngines('a new password resets the limit on codes at most three times a day', async shop => {
  const { secret } = await annWithCodes(shop)
  const { db, now } = shop.deps
  const spend = (count: number) =>
    db.write(tx =>
      tx
        .updateTable('rate_counters')
        .set({ count, resets_at: now() + day })
        .where('name', 'like', 'codes of a day %')
        .execute(),
    )
  await check(shop, '000000')
  const answers: number[] = []
  for (const next of ['kettle-7-a', 'kettle-7-b', 'kettle-7-c', 'kettle-7-d']) {
    await spend(50)
    await resetTo(shop, next)
    answers.push(await check(shop, nextCode(shop, secret), { typed: next }))
    await check(shop, '000000', { typed: next })
  }
  assert.deepEqual(answers, [204, 204, 204, 429])
})

/** The cookies of a response that have not expired. */
const cookiesOf = (answer: { headers: Record<string, unknown> }): string =>
  [answer.headers['set-cookie'] ?? []]
    .flat()
    .map(line => String(line).split(';')[0])
    .filter(pair => !pair?.endsWith('='))
    .join('; ')

/** Fails if all browsers share one limit, or if a password alone earns a separate one. */
onSqlite('a browser in which a code was accepted has its own limit', async shop => {
  const { secret } = await annWithCodes(shop)
  const proof = await proven(shop)
  assert.equal(
    (await post(shop, '/api/auth/totp/check', { code: nextCode(shop, secret) }, proof)).statusCode,
    204,
  )
  const home = cookiesOf(await enterWith(shop.call, email, proof))
  const signedIn = await post(shop, '/api/auth/sign-in', { email, password })
  const stranger = cookiesOf(signedIn)
    .split('; ')
    .filter(pair => pair.startsWith('tuckshop_device='))
    .join()
  assert.match(stranger, /^tuckshop_device=./, 'known by the password only')
  await guessAll(shop)
  assert.equal(await check(shop, '000000', { cookie: stranger }), 429)
  assert.equal(await check(shop, nextCode(shop, secret), { cookie: home }), 204)
  for (let tries = 0; tries < 10; tries++) await check(shop, '000000', { cookie: home })
  assert.equal(
    await check(shop, nextCode(shop, secret), { cookie: home }),
    429,
    'the browser’s own limit applies',
  )
})

/** Fails if the daily limit applies to recovery codes, too: 80 bits cannot be guessed. */
onSqlite('a recovery code works when the limit on codes is used up', async shop => {
  const { recoveryCodes } = await annWithCodes(shop)
  await guessAll(shop)
  assert.equal(await check(shop, recoveryCodes[0] ?? ''), 204)
  for (let tries = 0; tries < 10; tries++) assert.equal(await check(shop, 'not-a-code'), 403)
  assert.equal(await check(shop, recoveryCodes[1] ?? ''), 429, 'recovery codes are limited per IP address')
  const other = { method: 'POST', url: '/api/auth/totp/check', remoteAddress: '192.0.2.9' } as const
  const headers = { cookie: await proven(shop) }
  const answer = await shop.call({ ...other, headers, payload: { code: recoveryCodes[1] } })
  assert.equal(answer.statusCode, 204)
})
