import { contract } from '#contract/index.ts'
import { codeOf, stepAt } from '../../src/server/features/factors/totp.ts'
import * as users from '../../src/server/store/users.ts'
import { Authenticator } from './authenticator.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import { givePasskey } from './factors.ts'
import type { Ask } from './item-calls.ts'

const first = (cookie: unknown): { cookie: string } => ({ cookie: String(cookie).split(';')[0] ?? '' })

/** For plans.test.ts: every call about passkeys and codes. */
export async function factorCalls(ask: Ask, who: Customer, now: () => number): Promise<void> {
  const { factors, passkeys, totp } = contract
  const device = new Authenticator()
  const rpId = 'localhost'
  const making = (await ask(who, passkeys.options)) as { challenge: string; cookie: string }
  const headers = first(making.cookie)
  const made = device.register({ challenge: making.challenge, rpId })
  const { id } = (await ask(who, passkeys.add, { body: { name: 'Phone', ...made }, headers })) as {
    id: string
  }
  await ask(who, passkeys.rename, { params: { id }, body: { name: 'Tablet' } })
  const assertion = async () => {
    const { challenge } = (await ask(undefined, passkeys.challenge, { headers })) as { challenge: string }
    return device.authenticate({ challenge, rpId })
  }
  await ask(who, factors.prove, { body: { passkey: await assertion() }, headers })
  const { secret } = (await ask(who, totp.begin)) as { secret: string }
  await ask(who, totp.confirm, { body: { code: codeOf(secret, stepAt(now())) } })
  await ask(who, factors.prove, { body: { code: codeOf(secret, stepAt(now()) + 1) } })
  const { recoveryCodes } = (await ask(who, totp.renew)) as { recoveryCodes: string[] }
  const signedIn = (await ask(undefined, passkeys.signIn, { body: await assertion(), headers })) as {
    cookie: string
  }
  await ask(undefined, totp.check, { body: { code: recoveryCodes[0] }, headers: first(signedIn.cookie) })
  await ask(who, factors.show)
  await ask(who, passkeys.remove, { params: { id } })
  await ask(who, totp.remove)
}

/** Stores a passkey that no device has. */
async function passkeyOf({ deps: { db } }: CardShop, { email }: Customer): Promise<string> {
  return db.write(async tx => {
    const user = await users.findByEmail(tx, email)
    return givePasskey(tx, user?.id ?? '')
  })
}

/** For access-table.ts: requests about the owner's passkeys and codes. */
export const factorRequests = {
  'POST /auth/prove': async () => ({ payload: { code: '000000' } }),
  'POST /auth/passkeys': async () => ({
    payload: { name: 'Phone', id: 'a', clientDataJSON: 'a', attestationObject: 'a' },
  }),
  'PATCH /auth/passkeys/{id}': async (shop: CardShop, owner: Customer) => ({
    params: { id: await passkeyOf(shop, owner) },
    payload: { name: 'Phone' },
  }),
  'DELETE /auth/passkeys/{id}': async (shop: CardShop, owner: Customer) => ({
    params: { id: await passkeyOf(shop, owner) },
  }),
  'POST /auth/passkeys/sign-in': async () => ({
    payload: { id: 'a', clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' },
  }),
  'PUT /auth/totp': async () => ({ payload: { code: '000000' } }),
  'POST /auth/totp/check': async () => ({ payload: { code: '000000' } }),
}
