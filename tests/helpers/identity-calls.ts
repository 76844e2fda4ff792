import { contract } from '#contract/index.ts'
import type { Ask } from './item-calls.ts'
import type { Customer } from './shop.ts'

export async function identityCalls(ask: Ask): Promise<void> {
  const { identity } = contract
  const [email, password] = ['new@example.com', 'secret']
  await ask(undefined, identity.options)
  await ask(undefined, identity.signUp, { body: { name: 'New', email, password } })
  const proven = (await ask(undefined, identity.signIn, { body: { email, password } })) as { cookie: string }
  const entry = {
    params: { email },
    body: { email },
    headers: { cookie: String(proven.cookie).split(';')[0] ?? '' },
  }
  const { token } = (await ask(undefined, identity.enter, entry)) as { token: string }
  const fresh = { email, token } as Customer
  await ask(fresh, identity.me)
  await ask(fresh, identity.signOut)
}
