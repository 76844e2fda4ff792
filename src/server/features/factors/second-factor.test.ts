import assert from 'node:assert/strict'
import { customerOf } from '../../../../tests/helpers/customers.ts'
import { cookieOf, enterWith, nextCode, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { giveProof } from '../identity/proof.ts'
import { codeOf, stepAt } from './totp.ts'

const quarter = 15 * 60_000

const account = { email: 'ann@example.com', password: 'teapot-9' }

const post = (shop: TestShop, url: string, payload: object, cookie = '') =>
  shop.call({ method: 'POST', url, payload, headers: { cookie } })

/** Signs Ann up and turns on codes for her. */
async function annWithCodes(shop: TestShop) {
  const signedUp = await post(shop, '/api/auth/sign-up', { name: 'Ann', ...account })
  const { token } = (await enterWith(shop.call, account.email, cookieOf(signedUp))).json()
  const ann = customerOf(shop.call, account.email, token)
  return { ann, userId: signedUp.json().user.uid, ...(await turnOnCodes(ann, shop.deps.now())) }
}

const passwordProof = async (shop: TestShop) => cookieOf(await post(shop, '/api/auth/sign-in', account))

const check = (shop: TestShop, cookie: string, code: string) =>
  post(shop, '/api/auth/totp/check', { code }, cookie)

onSqlite('with codes turned on, signing in requires the password and a code', async shop => {
  const { secret, recoveryCodes } = await annWithCodes(shop)
  assert.equal(recoveryCodes.length, 10)
  const cookie = await passwordProof(shop)
  const refused = await enterWith(shop.call, account.email, cookie)
  assert.deepEqual([refused.statusCode, refused.json().code], [403, 'code_needed'])
  assert.equal((await check(shop, cookie, '000000')).json().code, 'wrong_code')
  assert.equal((await enterWith(shop.call, account.email, cookie)).json().code, 'code_needed')
  assert.equal((await check(shop, cookie, nextCode(shop, secret))).statusCode, 204)
  assert.equal((await enterWith(shop.call, account.email, cookie)).statusCode, 200)
})

/** Fails if only password sign-ins ask for a code: other methods would bypass it. */
onSqlite('every sign-in method requires the second step', async shop => {
  const { userId } = await annWithCodes(shop)
  const cookie = `tuckshop_proof=${await giveProof(shop.deps, userId)}`
  assert.equal((await enterWith(shop.call, account.email, cookie)).json().code, 'code_needed')
})

/** Fails without last_step: someone who sees a code has half a minute to use it. */
onSqlite('a code is valid once, and earlier codes become invalid with it', async shop => {
  const { secret } = await annWithCodes(shop)
  shop.travel(120_000)
  const step = stepAt(shop.deps.now())
  assert.equal((await check(shop, await passwordProof(shop), codeOf(secret, step))).statusCode, 204)
  for (const used of [step, step - 1])
    assert.equal((await check(shop, await passwordProof(shop), codeOf(secret, used))).statusCode, 403)
})

onSqlite('a recovery code is valid once, in any spelling; new codes replace the old ones', async shop => {
  const { ann, recoveryCodes } = await annWithCodes(shop)
  const [first = '', second = ''] = recoveryCodes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  assert.equal((await check(shop, await passwordProof(shop), typed)).statusCode, 204)
  assert.equal((await check(shop, await passwordProof(shop), first)).json().code, 'wrong_code')
  assert.equal((await ann.call('GET', '/api/auth/factors')).json().recoveryCodes, 9)
  await ann.call('POST', '/api/auth/totp/recovery-codes')
  assert.equal((await check(shop, await passwordProof(shop), second)).json().code, 'wrong_code')
})

/** Fails if the hash does not include the user: a recovery code would work for every account. */
onSqlite('a recovery code works only for its own account', async shop => {
  await annWithCodes(shop)
  const { recoveryCodes } = await turnOnCodes(await shop.customer(), shop.deps.now())
  const answer = await check(shop, await passwordProof(shop), recoveryCodes[0] ?? '')
  assert.equal(answer.json().code, 'wrong_code')
})

/** Fails if a code is checked before it is counted. */
onSqlite('ten wrong codes block even the right one', async shop => {
  const { secret } = await annWithCodes(shop)
  const cookie = await passwordProof(shop)
  const wrong = Array.from({ length: 10 }, () => check(shop, cookie, '000000'))
  for (const answer of await Promise.all(wrong)) assert.equal(answer.statusCode, 403)
  const right = await check(shop, cookie, codeOf(secret, stepAt(shop.deps.now()) + 1))
  assert.deepEqual([right.statusCode, right.json().code], [429, 'too_many_requests'])
})

/** Fails with only the 15-minute limit: a thousand guesses a day would eventually hit some account. */
onSqlite('codes can be guessed at most fifty times a day', async shop => {
  const { secret } = await annWithCodes(shop)
  const guess = async (code: string) => (await check(shop, await passwordProof(shop), code)).statusCode
  for (let quarters = 0; quarters < 5; quarters++) {
    for (let tries = 0; tries < 10; tries++) assert.equal(await guess('000000'), 403)
    shop.travel(quarter)
  }
  assert.equal(await guess(nextCode(shop, secret)), 429)
  shop.travel(96 * quarter)
  assert.equal(await guess(nextCode(shop, secret)), 204)
})

onSqlite('a new secret becomes valid once a code of it is entered; until then the old one is', async shop => {
  const { ann, secret } = await annWithCodes(shop)
  const { secret: next } = (await ann.call('POST', '/api/auth/totp')).json()
  assert.equal((await check(shop, await passwordProof(shop), nextCode(shop, secret))).statusCode, 204)
  const code = codeOf(next, stepAt(shop.deps.now()))
  assert.equal((await ann.call('PUT', '/api/auth/totp', { code: '000000' })).json().code, 'wrong_code')
  assert.equal((await ann.call('PUT', '/api/auth/totp', { code })).statusCode, 200)
  assert.equal((await check(shop, await passwordProof(shop), nextCode(shop, secret))).statusCode, 403)
  await ann.call('DELETE', '/api/auth/totp')
  assert.equal((await enterWith(shop.call, account.email, await passwordProof(shop))).statusCode, 200)
})
