import { contract } from '#contract/index.ts'
import { codeOf, stepAt } from '../../src/server/features/factors/totp.ts'
import { Authenticator } from './authenticator.ts'
import type { Ask } from './item-calls.ts'
import type { Customer } from './shop.ts'

const first = (cookie: unknown): { cookie: string } => ({ cookie: String(cookie).split(';')[0] ?? '' })

/** Every call about passkeys and codes, each of which succeeds. */
export async function factorCalls(ask: Ask, who: Customer, now: () => number): Promise<void> {
  const { factors, passkeys, totp } = contract
  const device = new Authenticator()
  const rpId = 'localhost'
  const making = (await ask(who, passkeys.options)) as { challenge: string; cookie: string }
  const headers = first(making.cookie)
  const made = device.make({ challenge: making.challenge, rpId })
  const { id } = (await ask(who, passkeys.add, { body: { name: 'Phone', ...made }, headers })) as {
    id: string
  }
  await ask(who, passkeys.rename, { params: { id }, body: { name: 'Tablet' } })
  const shown = async () => {
    const { challenge } = (await ask(undefined, passkeys.challenge, { headers })) as { challenge: string }
    return device.show({ challenge, rpId })
  }
  const signedIn = (await ask(undefined, passkeys.signIn, { body: await shown(), headers })) as {
    cookie: string
  }
  await ask(who, factors.prove, { body: { passkey: await shown() }, headers })
  const { secret } = (await ask(who, totp.begin)) as { secret: string }
  await ask(who, totp.confirm, { body: { code: codeOf(secret, stepAt(now())) } })
  await ask(who, factors.prove, { body: { code: codeOf(secret, stepAt(now()) + 1) } })
  const { recoveryCodes } = (await ask(who, totp.renew)) as { recoveryCodes: string[] }
  await ask(undefined, totp.check, { body: { code: recoveryCodes[0] }, headers: first(signedIn.cookie) })
  await ask(who, factors.show)
  await ask(who, passkeys.remove, { params: { id } })
  await ask(who, totp.remove)
}
