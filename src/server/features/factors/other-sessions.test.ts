import assert from 'node:assert/strict'
import { Authenticator } from '../../../../tests/helpers/authenticator.ts'
import { type Customer, customerOf } from '../../../../tests/helpers/customers.ts'
import { addPasskey, enterWith, turnOnCodes } from '../../../../tests/helpers/factors.ts'
import { onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import { giveProof, proofCookieOf } from '../identity/proof.ts'
import { codeOf, stepAt } from './totp.ts'

async function cookieFor({ deps }: TestShop, who: Customer): Promise<string> {
  const { uid } = (await who.call('GET', '/api/auth/me')).json()
  return `${proofCookieOf(deps.config).name}=${await giveProof(deps, uid)}`
}

/** The same user in another browser. */
async function another(shop: TestShop, who: Customer): Promise<Customer> {
  const entered = await enterWith(shop.call, who.email, await cookieFor(shop, who))
  return customerOf(shop.call, who.email, entered.json<{ token: string }>().token)
}

const isIn = async (who: Customer) => (await who.call('GET', '/api/auth/me')).statusCode === 200

/** On 6ceb9a3 an intruder's session survived when the owner turned on codes. */
for (const [what, turnOn] of [
  ['codes', (shop: TestShop, who: Customer) => turnOnCodes(who, shop.deps.now())],
  ['a passkey', (_: TestShop, who: Customer) => addPasskey(who, new Authenticator())],
] as const)
  onBothEngines(`turning on ${what} ends the other sessions and all pending sign-ins`, async shop => {
    const [ann, bob] = [await shop.customer(), await shop.customer()]
    const [thief, stranger] = [await another(shop, ann), await another(shop, bob)]
    const underWay = await cookieFor(shop, ann)
    await turnOn(shop, ann)
    assert.deepEqual([await isIn(ann), await isIn(thief)], [true, false])
    assert.equal((await enterWith(shop.call, ann.email, underWay)).statusCode, 401)
    assert.deepEqual([await isIn(bob), await isIn(stranger)], [true, true], 'other users stay signed in')
    const rows = await shop.deps.db.read.selectFrom('audit_log').selectAll().orderBy('n').execute()
    assert.equal(JSON.parse(rows.at(-1)?.detail ?? '').sessions, 1)
  })

onBothEngines('a wrong code turns nothing on, and ends nothing', async shop => {
  const ann = await shop.customer()
  const other = await another(shop, ann)
  await ann.call('POST', '/api/auth/totp')
  assert.equal((await ann.call('PUT', '/api/auth/totp', { code: '000000' })).statusCode, 403)
  assert.equal(await isIn(other), true)
})

/** Fails if someone who saw the first code can use it again. */
onBothEngines('the code that turned on codes cannot be used again', async shop => {
  const ann = await shop.customer()
  const at = shop.deps.now()
  const { secret } = await turnOnCodes(ann, at)
  const again = await ann.call('POST', '/api/auth/prove', { code: codeOf(secret, stepAt(at)) })
  assert.deepEqual([again.statusCode, again.json().code], [403, 'wrong_code'])
})
