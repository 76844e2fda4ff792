import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import Fastify from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { Who } from '#domain/access.ts'
import { type Customer, onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'
import { newToken } from '../http/tokens.ts'

/** Answers of the door itself; everything else means that the caller was let in. */
const expected: Record<Who, Record<'nobody' | 'garbage' | 'other' | 'self' | 'admin', 'in' | 401 | 403>> = {
  anyone: { nobody: 'in', garbage: 'in', other: 'in', self: 'in', admin: 'in' },
  proven: { nobody: 401, garbage: 401, other: 403, self: 'in', admin: 403 },
  user: { nobody: 401, garbage: 401, other: 'in', self: 'in', admin: 'in' },
  owner: { nobody: 401, garbage: 401, other: 'in', self: 'in', admin: 'in' },
  self: { nobody: 401, garbage: 401, other: 403, self: 'in', admin: 403 },
  self_or_admin: { nobody: 401, garbage: 401, other: 403, self: 'in', admin: 'in' },
  admin: { nobody: 401, garbage: 401, other: 403, self: 403, admin: 'in' },
}

const self = 'self@example.com'

/** An admin's calls are about somebody who is not there: let in, they would change who is who. */
const urlOf = ({ path, who }: Endpoint) => {
  const email = who === 'admin' ? 'nobody@example.com' : self
  return `/api${path.replace('{email}', encodeURIComponent(email)).replace('{id}', randomUUIDv7())}`
}

const bodyOf = ({ path }: Endpoint) => (path === '/users/{email}' ? { email: self } : {})

async function knock(shop: TestShop, endpoint: Endpoint, token: string | undefined): Promise<'in' | number> {
  const answer = await shop.call({
    method: endpoint.method,
    url: urlOf(endpoint),
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(endpoint.method === 'GET' ? {} : { payload: bodyOf(endpoint) }),
  })
  const atTheDoor = answer.statusCode === 401 || answer.statusCode === 403
  return atTheDoor ? answer.statusCode : 'in'
}

onBothEngines('every call lets in exactly whom it says', async shop => {
  const customers: Record<'other' | 'self' | 'admin', Customer> = {
    other: await shop.customer('other@example.com'),
    self: await shop.customer(self),
    admin: await shop.customer('admin@example.com'),
  }
  await shop.deps.db.write(tx =>
    tx.updateTable('users').set({ admin_since: 1 }).where('email', '=', 'admin@example.com').execute(),
  )
  for (const endpoint of endpoints.filter(({ path }) => path !== '/auth/sign-out')) {
    const actual = {
      nobody: await knock(shop, endpoint, undefined),
      garbage: await knock(shop, endpoint, newToken()),
      other: await knock(shop, endpoint, customers.other.token),
      self: await knock(shop, endpoint, customers.self.token),
      admin: await knock(shop, endpoint, customers.admin.token),
    }
    assert.deepEqual(actual, expected[endpoint.who], `${endpoint.method} ${endpoint.path}`)
  }
})

onBothEngines('odd spellings of an address decide the same', async shop => {
  const [ann, eve] = [await shop.customer('ann@example.com'), await shop.customer('eve@example.com')]
  for (const spelling of [
    'ann@example.com',
    'ANN@EXAMPLE.COM',
    'ann%40example.com',
    '%61nn@example.com',
    'ann@example.com%20',
  ]) {
    assert.equal((await ann.call('GET', `/api/myBooking/${spelling}`)).statusCode, 200, spelling)
    assert.equal((await eve.call('GET', `/api/myBooking/${spelling}`)).statusCode, 403, spelling)
    assert.equal((await shop.call({ url: `/api/myBooking/${spelling}` })).statusCode, 401, spelling)
  }
  const detours = ['//api', '/api/.', '/api/', '/API', '/api/x/..'].map(
    root => `${root}/myBooking/ann@example.com`,
  )
  for (const path of detours) {
    const { statusCode } = await eve.call('GET', path)
    assert.ok(statusCode === 403 || statusCode === 404, `${path}: ${statusCode}`)
  }
  const head = await shop.call({ method: 'HEAD', url: '/api/myBooking/ann@example.com' })
  assert.equal(head.statusCode, 401)
})

test('a route that does not say who may call it stops the start', async () => {
  const { refuseOpenRoutes } = await import('../app.ts')
  const app = Fastify()
  refuseOpenRoutes(app)
  app.get('/said', { config: { access: 'anyone' } }, async () => 'fine')
  assert.throws(
    () => app.get('/unsaid', async () => 'open to all'),
    /GET \/unsaid does not say who may call it/,
  )
})
