import assert from 'node:assert/strict'
import type { LightMyRequestResponse } from 'fastify'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../tests/helpers/customers.ts'
import { asOwner, databaseAt } from '../../../tests/helpers/databases.ts'
import { startPostgres } from '../../../tests/helpers/postgres.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../books/invariants.ts'

const cut = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = 'tuckshop' and pid <> pg_backend_pid()`

/** Removes the order again, because an account can have only a few unpaid orders. */
async function orderAndRemove(buyer: Customer, item: Item): Promise<LightMyRequestResponse> {
  const placed = await buyer.order(item)
  if (placed.statusCode !== 201) return placed
  const removed = await buyer.call('DELETE', `/api/myBooking/${placed.json<{ _id: string }>()._id}`)
  return removed.statusCode === 204 ? placed : removed
}

/**
 * The connections drop at random points. Without 57P01 among the outages (db/engine/faults.ts) the first request that
 * the server cancels gets a 500.
 */
test('if connections drop under load, visitors get Retry-After', async t => {
  const server = await startPostgres()
  await asOwner('create database tuckshop', server.url)
  const environment = { DATA_DIR: '/nowhere', DATABASE_URL: databaseAt('tuckshop', server.url) }
  const shop = await openShopAt({ environment, remove: async () => undefined }, 'postgres')
  t.onTestFinished(async () => {
    await shop.close()
    await server.stop()
  })
  const item = await shop.item({ availableQuantity: 100_000 })
  const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.customer()))
  const refused: LightMyRequestResponse[] = []
  let isOver = false
  const visits = [
    ...buyers.map(buyer => () => orderAndRemove(buyer, item)),
    ...buyers.map(buyer => () => buyer.call('GET', `/api/myBooking/${encodeURIComponent(buyer.email)}`)),
    () => shop.call({ url: '/api/items' }),
    () => shop.call({ url: '/api/items?search=tray' }),
  ]
  let orders = 0
  const visiting = visits.map(async visit => {
    while (!isOver) {
      const answer = await visit()
      if (answer.statusCode === 201) orders++
      else if (answer.statusCode !== 200) refused.push(answer)
      await new Promise(resolve => setImmediate(resolve))
    }
  })
  const more = async (count: number) => {
    const goal = orders + count
    await eventually(async () => orders >= goal, `${count} more orders`)
  }
  for (let round = 0; round < 6; round++) {
    await more(5)
    await asOwner(cut, server.url)
  }
  await more(5)
  await server.restart()
  await more(5)
  isOver = true
  await Promise.all(visiting)
  assert.ok(refused.length > 0, 'some were cut')
  for (const { statusCode, body, headers } of refused) {
    assert.equal(statusCode, 503, body)
    assert.ok(headers['retry-after'])
  }
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
