import type { Arriving } from './browser.ts'
import { shopUrl } from './browser.ts'
import type { ShopHost } from './shop-host.ts'

export interface OwnerAccount {
  email: string
  password: string
}

/** The first day of a shop: its owner signs up, and takes the link that the shop has printed. */
export async function makeOwner(host: ShopHost, { email, password }: OwnerAccount): Promise<void> {
  const ask = async (method: Arriving['method'], url: string, body: object, own: Record<string, string>) => {
    const headers = { host: new URL(shopUrl).host, 'content-type': 'application/json', ...own }
    const answer = await host.serve({
      method,
      url,
      headers,
      payload: JSON.stringify(body),
      remoteAddress: '10.1.0.0',
    })
    if (answer.statusCode >= 300) throw new Error(`The owner cannot begin: ${answer.body}`)
    return answer
  }
  const proven = await ask('POST', '/api/auth/sign-up', { name: 'The Owner', email, password }, {})
  const cookie = proven.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const entered = await ask('PUT', `/api/users/${encodeURIComponent(email)}`, { email }, { cookie })
  const authorization = `Bearer ${entered.json<{ token: string }>().token}`
  await ask('POST', '/api/auth/welcome', { token: host.shop.welcome }, { authorization })
}
