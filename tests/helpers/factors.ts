import { randomUUIDv7 } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import type { Writing } from '../../src/server/db/schema/tables.ts'
import { codeOf, stepAt } from '../../src/server/features/factors/totp.ts'
import { newToken } from '../../src/server/sessions/tokens.ts'
import * as passkeys from '../../src/server/store/passkeys.ts'
import * as totp from '../../src/server/store/totp.ts'
import type { Authenticator, Defects } from './authenticator.ts'
import { type Customer, customerOf } from './customers.ts'
import type { TestShop } from './shop.ts'

/** The tables that hold what somebody can show besides a password; written out by hand. */
export const factorTables = ['passkeys', 'totp_secrets', 'recovery_codes'] as const

/** A passkey in the books, which no device has. */
export async function givePasskey(tx: Writing, userId: string): Promise<string> {
  const id = randomUUIDv7()
  await passkeys.add(tx, {
    id,
    credential_id: newToken(),
    user_id: userId,
    name: 'Phone',
    public_key: 'x',
    counter: 0,
    created_at: 1,
    last_used_at: null,
  })
  return id
}

/** A row of each kind. */
export async function giveFactors(tx: Writing, userId: string): Promise<void> {
  await givePasskey(tx, userId)
  await totp.setNext(tx, userId, 'GEZDGNBVGY3TQOJQ')
  await totp.confirm(tx, userId, { secret: 'GEZDGNBVGY3TQOJQ', step: 1, now: 1 })
  await totp.replaceRecoveryCodes(tx, userId, [newToken()])
}

export const cookieOf = (answer: LightMyRequestResponse): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''

/** The call that asks for a device's answer, and what has to come back with it. */
export async function optionsIn(answer: LightMyRequestResponse) {
  const { challenge, rpId, rp } = answer.json()
  return { options: { challenge, rpId: rpId ?? rp?.id }, headers: { cookie: cookieOf(answer) } }
}

/** Somebody adds the passkey of a device; answers as the shop does. */
export async function addPasskey(who: Customer, device: Authenticator, defects: Defects = {}) {
  const { options, headers } = await optionsIn(await who.call('POST', '/api/auth/passkeys/options'))
  return who.call(
    'POST',
    '/api/auth/passkeys',
    { name: 'Phone', ...device.register(options, defects) },
    headers,
  )
}

/** What a device says when it is asked by this shop, with the half of the challenge that its browser keeps. */
export async function assertionBy(call: TestShop['call'], device: Authenticator, defects: Defects = {}) {
  const { options, headers } = await optionsIn(
    await call({ method: 'POST', url: '/api/auth/passkeys/challenge' }),
  )
  return { payload: device.authenticate(options, defects), headers }
}

/** Turns codes on; answers the secret and the recovery codes. */
export async function turnOnCodes(who: Customer, now: number) {
  const { secret } = (await who.call('POST', '/api/auth/totp')).json<{ secret: string }>()
  const code = codeOf(secret, stepAt(now))
  const { recoveryCodes } = (await who.call('PUT', '/api/auth/totp', { code })).json<{
    recoveryCodes: string[]
  }>()
  return { secret, recoveryCodes }
}

/** A code that was not used yet: a minute passes before it. */
export function nextCode({ travel, deps }: TestShop, secret: string): string {
  travel(60_000)
  return codeOf(secret, stepAt(deps.now()))
}

/** Signs in anew by what the proof stands for; answers the call that turns it into a session. */
export const enterWith = (call: TestShop['call'], email: string, cookie: string) =>
  call({ method: 'PUT', url: `/api/users/${email}`, payload: { email }, headers: { cookie } })

let newcomers = 0

/** Somebody who has signed up with this password; no two have the same e-mail, as providers may be shared. */
export async function signedUp(shop: TestShop, password: string): Promise<Customer> {
  const email = `eve${++newcomers}@example.com`
  const payload = { name: 'Eve', email, password }
  const proven = await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload })
  const { token } = (await enterWith(shop.call, email, cookieOf(proven))).json()
  return customerOf(shop.call, email, token)
}
