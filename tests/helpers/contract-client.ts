import assert from 'node:assert/strict'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import type { CardShop } from './card-shop.ts'
import type { Ask } from './item-calls.ts'

/** Calls endpoints of the contract and fails unless they succeed. `called` runs after each call. */
export function contractClient(shop: CardShop, called: (endpoint: Endpoint) => unknown): Ask {
  return async (who, endpoint, { params, query = '', body, headers = {} } = {}) => {
    const answer = await shop.call({
      method: endpoint.method,
      url: `${pathOf(endpoint.path, params)}${query}`,
      headers: { ...(who && { authorization: `Bearer ${who.token}` }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    assert.ok(answer.statusCode < 300, `${endpoint.method} ${endpoint.path}: ${answer.body}`)
    await called(endpoint)
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json')
    return isJson ? { ...answer.json<object>(), cookie: answer.headers['set-cookie'] } : undefined
  }
}
