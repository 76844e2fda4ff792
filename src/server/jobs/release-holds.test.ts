import assert from 'node:assert/strict'
import { itemOfLapsedHolds } from '../../../tests/helpers/lapsed-holds.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import * as holds from '../store/holds.ts'
import * as items from '../store/items.ts'
import { releaseHolds } from './release-holds.ts'

/** Fails if one lapsed order of an item stands for all of them. */
onBothEngines('every lapsed hold returns its own stock', async shop => {
  const [tray, lamp] = [
    await shop.item({ availableQuantity: 300 }),
    await shop.item({ availableQuantity: 10 }),
  ]
  const left = async (id: string) => (await shop.call({ url: `/api/items/${id}` })).json().availableQuantity
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  for (const quantity of [1, 2, 3]) await ann.order(tray, quantity)
  await bob.order(tray, 4)
  await bob.order(lamp, 5)
  shop.travel(shop.deps.config.holdMs - 60_000)
  const late = (await bob.order(lamp, 2)).json()
  assert.equal(await releaseHolds(shop.deps), 0)
  shop.travel(60_001)
  assert.equal(await releaseHolds(shop.deps), 5)
  assert.deepEqual(shop.deps.metrics.orders.family().samples.at(-1), [
    'tuckshop_orders_total{event="lapsed"}',
    5,
  ])
  assert.deepEqual([await left(tray._id), await left(lamp._id)], [300, 8])
  assert.equal(await releaseHolds(shop.deps), 0)
  assert.equal((await bob.call('DELETE', `/api/myBooking/${late._id}`)).statusCode, 204)
  assert.equal(await left(lamp._id), 10)
})

/**
 * Fails on PostgreSQL if the query for lapsed orders is inside an 'in': on a freshly filled table it runs again for
 * each order, takes more rows than its limit, and times out with a few thousand.
 */
onBothEngines('if many holds lapse simultaneously, a run releases at most its limit', async shop => {
  const { db, now } = shop.deps
  const { email } = await shop.customer()
  const item = await itemOfLapsedHolds(shop, email, 900)
  const taken = await db.write(async tx => {
    const { length } = await holds.releaseExpired(tx, now(), 50)
    await items.giveBack(tx, item._id, length)
    return length
  })
  assert.equal(taken, 50)
  assert.equal(await releaseHolds(shop.deps), 850)
})
