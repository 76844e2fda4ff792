import assert from 'node:assert/strict'
import { test } from 'vitest'
import { customerOf } from '../../../tests/helpers/customers.ts'
import { engines, migratedDatabase } from '../../../tests/helpers/databases.ts'
import { newAdmin, openShopAt, type TestShop } from '../../../tests/helpers/shop.ts'
import * as users from '../store/users.ts'

/** Two processes on the same data: one caches what the other changes. */
function withTwoShops(title: string, body: (one: TestShop, other: TestShop) => Promise<void>): void {
  for (const engine of engines)
    test(`${title} [${engine}]`, async () => {
      const database = await migratedDatabase(engine)
      const one = await openShopAt(database, engine)
      const other = await openShopAt(database, engine)
      try {
        await body(one, other)
      } finally {
        await one.close()
        await other.close()
        await database.remove()
      }
    })
}

/** Without SQLite's data_version in the versions, a revoked admin keeps the role until the next sign-in. */
withTwoShops('a role that another process revoked is gone with the next request', async (one, other) => {
  await newAdmin(one)
  const second = await newAdmin(one)
  for (const _ of [1, 2]) assert.equal((await second.call('GET', '/api/users')).statusCode, 200)
  const user = await users.findByEmail(other.deps.db.read, second.email)
  assert.ok(await other.deps.db.write(tx => users.revokeAdmin(tx, user?.id ?? '')))
  assert.equal((await second.call('GET', '/api/users')).statusCode, 403)
})

withTwoShops('a user who signs out in another process is signed out', async (one, other) => {
  const here = await one.customer()
  const there = customerOf(other.call, here.email, here.token)
  const profile = `/api/myProfile/${encodeURIComponent(here.email)}`
  for (const customer of [here, there, here])
    assert.equal((await customer.call('GET', profile)).statusCode, 200)
  assert.equal((await there.call('POST', '/api/auth/sign-out')).statusCode, 204)
  assert.equal((await here.call('GET', profile)).statusCode, 401)
})

withTwoShops('my orders are always current, whichever process changes them', async (one, other) => {
  const item = await one.item({ availableQuantity: 9 })
  const here = await one.customer()
  const there = customerOf(other.call, here.email, here.token)
  const list = async (customer: typeof here) => {
    const answer = await customer.call('GET', `/api/myBooking/${encodeURIComponent(here.email)}`)
    assert.equal(answer.headers['cache-control'], 'no-store')
    return answer.json<{ _id: string }[]>().map(({ _id }) => _id)
  }
  const ids: string[] = []
  for (const customer of [here, there, there, here]) {
    ids.unshift((await customer.order(item)).json<{ _id: string }>()._id)
    for (const reader of [here, there, here]) assert.deepEqual(await list(reader), ids)
  }
  await there.call('DELETE', `/api/myBooking/${ids.shift()}`)
  for (const reader of [here, there]) assert.deepEqual(await list(reader), ids)
})
