import type { LightMyRequestResponse } from 'fastify'
import { v7 as newId } from 'uuid'
import type { Writing } from '../../src/server/db/schema/tables.ts'
import { codeOf, stepAt } from '../../src/server/features/factors/totp.ts'
import { newToken } from '../../src/server/sessions/tokens.ts'
import * as passkeys from '../../src/server/store/passkeys.ts'
import * as totp from '../../src/server/store/totp.ts'
import type { Authenticator, Defects } from './authenticator.ts'
import { type Customer, customerOf } from './customers.ts'
import type { TestShop } from './shop.ts'

/** The tables of second factors, listed by hand so that a test notices a forgotten one. */
export const factorTables = ['passkeys', 'totp_secrets', 'recovery_codes'] as const

/** Stores a passkey that no device has. */
export async function givePasskey(tx: Writing, userId: string): Promise<string> {
  const id = newId()
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

/** Stores one row in each of the factor tables. */
export async function giveFactors(tx: Writing, userId: string): Promise<void> {
  await givePasskey(tx, userId)
  await totp.setNext(tx, userId, 'GEZDGNBVGY3TQOJQ')
  await totp.confirm(tx, userId, { secret: 'GEZDGNBVGY3TQOJQ', step: 1, now: 1 })
  await totp.replaceRecoveryCodes(tx, userId, [newToken()])
}

export const cookieOf = (answer: LightMyRequestResponse): string =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''

/** The WebAuthn options in an answer, and the cookie that has to be sent back with the device's answer. */
export async function optionsIn(answer: LightMyRequestResponse) {
  const { challenge, rpId, rp } = answer.json()
  return { options: { challenge, rpId: rpId ?? rp?.id }, headers: { cookie: cookieOf(answer) } }
}

export async function addPasskey(who: Customer, device: Authenticator, defects: Defects = {}) {
  const { options, headers } = await optionsIn(await who.call('POST', '/api/auth/passkeys/options'))
  return who.call(
    'POST',
    '/api/auth/passkeys',
    { name: 'Phone', ...device.register(options, defects) },
    headers,
  )
}

/** A device's assertion for a new challenge, with the challenge's cookie. */
export async function assertionBy(call: TestShop['call'], device: Authenticator, defects: Defects = {}) {
  const { options, headers } = await optionsIn(
    await call({ method: 'POST', url: '/api/auth/passkeys/challenge' }),
  )
  return { payload: device.authenticate(options, defects), headers }
}

/** Turns authenticator codes on and returns the secret and the recovery codes. */
export async function turnOnCodes(who: Customer, now: number) {
  const { secret } = (await who.call('POST', '/api/auth/totp')).json<{ secret: string }>()
  const code = codeOf(secret, stepAt(now))
  const { recoveryCodes } = (await who.call('PUT', '/api/auth/totp', { code })).json<{
    recoveryCodes: string[]
  }>()
  return { secret, recoveryCodes }
}

/** Moves the clock a minute ahead and returns the current code, which was not used before. */
export function nextCode({ travel, deps }: TestShop, secret: string): string {
  travel(60_000)
  return codeOf(secret, stepAt(deps.now()))
}

/** Exchanges the sign-in proof in the cookie for a session. */
export const enterWith = (call: TestShop['call'], email: string, cookie: string) =>
  call({ method: 'PUT', url: `/api/users/${email}`, payload: { email }, headers: { cookie } })

let signUps = 0

/** Signs a customer up. Every email is different, because tests may share an identity provider. */
export async function signedUp(shop: TestShop, password: string): Promise<Customer> {
  const email = `eve${++signUps}@example.com`
  const payload = { name: 'Eve', email, password }
  const proven = await shop.call({ method: 'POST', url: '/api/auth/sign-up', payload })
  const { token } = (await enterWith(shop.call, email, cookieOf(proven))).json()
  return customerOf(shop.call, email, token)
}
