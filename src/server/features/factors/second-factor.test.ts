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

/** Signs Ann up, and turns codes on for her. */
async function annWithCodes(shop: TestShop) {
  const signedUp = await post(shop, '/api/auth/sign-up', { name: 'Ann', ...account })
  const { token } = (await enterWith(shop.call, account.email, cookieOf(signedUp))).json()
  const ann = customerOf(shop.call, account.email, token)
  return { ann, userId: signedUp.json().user.uid, ...(await turnOnCodes(ann, shop.deps.now())) }
}

const passwordProof = async (shop: TestShop) => cookieOf(await post(shop, '/api/auth/sign-in', account))

const check = (shop: TestShop, cookie: string, code: string) =>
  post(shop, '/api/auth/totp/check', { code }, cookie)

onSqlite('a password alone is not enough any more, and a code makes it so', async shop => {
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

/** Fails where only the sign-in by password asks: whoever gets in elsewhere needs no code then. */
onSqlite('whatever the first step was, the second one is wanted', async shop => {
  const { userId } = await annWithCodes(shop)
  const cookie = `tuckshop_proof=${await giveProof(shop.deps, userId)}`
  assert.equal((await enterWith(shop.call, account.email, cookie)).json().code, 'code_needed')
})

/** Fails without last_step: whoever looks over a shoulder has half a minute. */
onSqlite('a code counts once, and so does the one before it', async shop => {
  const { secret } = await annWithCodes(shop)
  shop.travel(120_000)
  const step = stepAt(shop.deps.now())
  assert.equal((await check(shop, await passwordProof(shop), codeOf(secret, step))).statusCode, 204)
  for (const used of [step, step - 1])
    assert.equal((await check(shop, await passwordProof(shop), codeOf(secret, used))).statusCode, 403)
})

onSqlite('a recovery code counts once, however it is typed; new ones end the old ones', async shop => {
  const { ann, recoveryCodes } = await annWithCodes(shop)
  const [first = '', second = ''] = recoveryCodes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `
  assert.equal((await check(shop, await passwordProof(shop), typed)).statusCode, 204)
  assert.equal((await check(shop, await passwordProof(shop), first)).json().code, 'wrong_code')
  assert.equal((await ann.call('GET', '/api/auth/factors')).json().recoveryCodes, 9)
  await ann.call('POST', '/api/auth/totp/recovery-codes')
  assert.equal((await check(shop, await passwordProof(shop), second)).json().code, 'wrong_code')
})

/** Fails where the user is not in the hash: whoever has a code of their own gets in with it anywhere. */
onSqlite('a recovery code is nobody else’s', async shop => {
  await annWithCodes(shop)
  const { recoveryCodes } = await turnOnCodes(await shop.customer(), shop.deps.now())
  const answer = await check(shop, await passwordProof(shop), recoveryCodes[0] ?? '')
  assert.equal(answer.json().code, 'wrong_code')
})

/** Fails where a code is looked at before it is counted. */
onSqlite('codes are guessed ten times at most, and then not even the right one counts', async shop => {
  const { secret } = await annWithCodes(shop)
  const cookie = await passwordProof(shop)
  const wrong = Array.from({ length: 10 }, () => check(shop, cookie, '000000'))
  for (const answer of await Promise.all(wrong)) assert.equal(answer.statusCode, 403)
  const right = await check(shop, cookie, codeOf(secret, stepAt(shop.deps.now()) + 1))
  assert.deepEqual([right.statusCode, right.json().code], [429, 'too_many_requests'])
})

/** Fails where a quarter of an hour alone is counted: a thousand guesses a day, day after day, hit some account. */
onSqlite('codes are guessed fifty times a day at most', async shop => {
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

onSqlite('a new secret counts when a code of it was typed, and until then the old one does', async shop => {
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
