import { contract } from '#contract/index.ts'
import { newWelcome } from '../../src/server/features/identity/welcome.ts'
import { newToken, tokenHash } from '../../src/server/sessions/tokens.ts'
import * as mailedLinks from '../../src/server/store/mailed-links.ts'
import * as sessions from '../../src/server/store/sessions.ts'
import * as users from '../../src/server/store/users.ts'
import type { CardShop } from './card-shop.ts'
import type { Customer } from './customers.ts'
import type { Ask } from './item-calls.ts'
import { pictureForm } from './picture-form.ts'

export const goodPassword = 'nine blue teapots'

/** Stores a link as if it had been mailed to the customer, and returns its secret. */
export async function mailedSecret(
  { deps: { db, now } }: CardShop,
  { email }: Pick<Customer, 'email'>,
  purpose: 'reset' | 'verify',
): Promise<string> {
  const secret = newToken()
  await db.write(async tx => {
    const user = await users.findByEmail(tx, email)
    const link = { secret_hash: tokenHash(secret), user_id: user?.id ?? '', purpose }
    await mailedLinks.add(tx, { ...link, expires_at: now() + 60_000 })
  })
  return secret
}

/** Starts another session of the customer and returns its public id. */
async function anotherSession({ deps: { db, now } }: CardShop, { email }: Customer): Promise<string> {
  const hash = tokenHash(newToken())
  await db.write(async tx => {
    const user = await users.findByEmail(tx, email)
    const times = { now: now(), expiresAt: now() + 60_000 }
    await sessions.start(tx, { tokenHash: hash, userId: user?.id ?? '', ...times })
  })
  return tokenHash(hash)
}

/** Gives every account the same password, because the test does not know which of them will call. */
async function givePassword({ deps: { db, passwords } }: CardShop): Promise<void> {
  const password_hash = await passwords.hash(goodPassword)
  await db.write(tx => tx.updateTable('users').set({ password_hash }).execute())
}

/** For access-table.ts: valid requests about the owner's account. */
export const accountRequests = {
  'POST /auth/forgot': async (_: CardShop, { email }: Customer) => ({ payload: { email } }),
  'POST /auth/reset': async (shop: CardShop, owner: Customer) => ({
    payload: { token: await mailedSecret(shop, owner, 'reset'), password: goodPassword },
  }),
  'PUT /auth/password': async (shop: CardShop) => {
    await givePassword(shop)
    return { payload: { current: goodPassword, password: 'ten green teapots' } }
  },
  'PUT /auth/name': async () => ({ payload: { name: 'Ann' } }),
  'POST /auth/verify': async (shop: CardShop, owner: Customer) => ({
    payload: { token: await mailedSecret(shop, owner, 'verify') },
  }),
  'POST /auth/welcome/check': async () => ({ payload: { token: newToken() } }),
  'POST /auth/welcome': async () => ({ payload: { token: newToken() } }),
  'DELETE /auth/sessions/{id}': async (shop: CardShop, owner: Customer) => ({
    params: { id: await anotherSession(shop, owner) },
  }),
}

/** For plans.test.ts: makes a customer the first admin. */
export async function welcomeCalls({ deps }: CardShop, ask: Ask, first: Customer): Promise<void> {
  const body = { token: await newWelcome(deps) }
  await ask(undefined, contract.account.checkWelcome, { body })
  await ask(first, contract.account.claimShop, { body })
}

/** For plans.test.ts: every call of identity and account. */
export async function identityCalls(shop: CardShop, ask: Ask): Promise<void> {
  const { identity, account } = contract
  const [email, password] = ['new@example.com', goodPassword]
  await ask(undefined, identity.options)
  await ask(undefined, identity.signUp, { body: { name: 'New', email, password } })
  const enter = async (): Promise<Customer> => {
    const proven = (await ask(undefined, identity.signIn, { body: { email, password } })) as {
      cookie: string
    }
    const headers = { cookie: String(proven.cookie).split(';')[0] ?? '' }
    const entry = { params: { email }, body: { email }, headers }
    const { token } = (await ask(undefined, identity.exchangeProof, entry)) as { token: string }
    return { email, token } as Customer
  }
  const fresh = await enter()
  await ask(fresh, identity.me)
  await ask(fresh, account.show)
  await ask(fresh, account.sessions)
  await ask(fresh, account.endSession, { params: { id: await anotherSession(shop, fresh) } })
  await anotherSession(shop, fresh)
  await ask(fresh, account.endOtherSessions)
  await ask(fresh, account.rename, { body: { name: 'Newer' } })
  const { headers, payload } = await pictureForm()
  await ask(fresh, account.changePicture, { headers, body: payload })
  await ask(fresh, account.removePicture)
  await ask(fresh, account.askVerification)
  await ask(fresh, account.verify, { body: { token: await mailedSecret(shop, fresh, 'verify') } })
  await ask(fresh, account.changePassword, { body: { current: password, password } })
  await ask(fresh, identity.signOut)
  await ask(undefined, account.forgot, { body: { email } })
  await ask(undefined, account.reset, { body: { token: await mailedSecret(shop, fresh, 'reset'), password } })
}
