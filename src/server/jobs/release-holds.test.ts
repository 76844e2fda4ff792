import assert from 'node:assert/strict'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { releaseHolds } from './release-holds.ts'

/** Fails where one lapsed order of an item stands for all of them. */
onBothEngines('every hold that has run out gives its own stock back', async shop => {
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
