import assert from 'node:assert/strict'
import type { TestShop } from './shop.ts'

/** A browser with cookies, for signing in at an identity provider. */
export function socialBrowser(shop: TestShop, host = 'localhost:3000') {
  const jar = new Map<string, string>()
  const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const go = async (path: string) => {
    const answer = await shop.call({ url: path, headers: { host, cookie: cookie() } })
    for (const set of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = set.split(';', 1)[0]?.split('=') ?? []
      jar.set(name, value)
    }
    return answer
  }
  const leave = async (provider: string, next = '/items') => {
    const answer = await go(`/api/auth/${provider}?next=${encodeURIComponent(next)}`)
    assert.equal(answer.statusCode, 303)
    return new URL(String(answer.headers.location), 'http://localhost:3000')
  }
  /** Opens the provider's callback and returns the fragment of the sign-in page's address. */
  const comeBack = async (callback: URL) => {
    const answer = await go(callback.pathname + callback.search)
    assert.equal(answer.statusCode, 303, answer.body)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const location = String(answer.headers.location)
    assert.match(location, /^\/login#/)
    return Object.fromEntries(new URLSearchParams(location.slice('/login#'.length)))
  }
  const enter = (email: string) =>
    shop.call({
      method: 'PUT',
      url: `/api/users/${encodeURIComponent(email)}`,
      headers: { host, cookie: cookie() },
      payload: { email },
    })
  return { jar, go, leave, comeBack, enter }
}

export const currentUser = (shop: TestShop, token: string) =>
  shop.call({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
