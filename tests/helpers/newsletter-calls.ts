import { contract } from '#contract/index.ts'
import { tokenSource } from '../../src/server/features/newsletter/subscribe.ts'
import { newToken, tokenHash } from '../../src/server/sessions/tokens.ts'
import * as newsletter from '../../src/server/store/newsletter.ts'
import { type CardShop, eventually } from './card-shop.ts'
import { changeContent } from './content.ts'
import type { Customer } from './customers.ts'
import type { Ask } from './item-calls.ts'
import type { TestShop } from './shop.ts'

/** Adds a subscriber, and returns the token of their links. */
export const addSubscriber = ({ deps: { db, now } }: TestShop, email: string): Promise<string> =>
  db.write(async tx => {
    const token = (await tokenSource(tx))(email)
    await newsletter.ask(tx, tokenHash(token), email, now())
    await newsletter.confirm(tx, tokenHash(token), now())
    return token
  })

export async function newsletterCalls(shop: CardShop, ask: Ask, admin: Customer): Promise<void> {
  const { newsletter: calls } = contract
  const { db } = shop.deps
  await changeContent(shop, { newsletter: { text: '' } })
  const email = 'reader@example.com'
  const token = await db.write(async tx => (await tokenSource(tx))(email))
  await ask(undefined, calls.subscribe, { body: { email } })
  // Written after the response.
  await eventually(() => newsletter.has(db.read, tokenHash(token)), 'the request')
  await ask(undefined, calls.confirm, { body: { token } })
  await ask(undefined, calls.subscribe, { body: { email } })
  await ask(admin, calls.read)
  await ask(admin, calls.export)
  await ask(undefined, calls.unsubscribe, { query: `?token=${token}` })
  await addSubscriber(shop, 'other@example.com')
  await ask(admin, calls.remove, { params: { email: 'other@example.com' } })
}

/** Requests that succeed for an allowed caller, or fail only because their token is unknown. */
export const newsletterRequests = {
  'POST /newsletter': async (shop: CardShop) => {
    await changeContent(shop, { newsletter: { text: '' } })
    return { payload: { email: 'reader@example.com' } }
  },
  'POST /newsletter/confirm': async (shop: CardShop) => {
    await changeContent(shop, { newsletter: { text: '' } })
    return { payload: { token: newToken() } }
  },
  'POST /newsletter/unsubscribe': async () => ({ query: { token: newToken() } }),
  'DELETE /newsletter/{email}': async (shop: CardShop, { email }: Customer) => {
    await addSubscriber(shop, email)
    return {}
  },
}
