import assert from 'node:assert/strict'
import { v7 as newId } from 'uuid'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { dayAt, dayMs, endOfDay } from '#domain/day.ts'
import { orderOf } from '../../../../tests/helpers/customers.ts'
import { engines, migratedDatabase } from '../../../../tests/helpers/databases.ts'
import { assertInsightsMatchRows } from '../../../../tests/helpers/expected-insights.ts'
import { recordPayment } from '../../../../tests/helpers/record-payment.ts'
import { onBothEngines, onSqlite, openShopAt, type TestShop } from '../../../../tests/helpers/shop.ts'
import { Random } from '../../../../torture/random.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import * as users from '../../store/users.ts'
import { placeOrder } from '../orders/place-order.ts'
import { recordRefunds } from '../payments/refund/record-refunds.ts'
import { showInsights } from './show-insights.ts'

/** A new customer buys, without signing in: the clock's jumps would end every session. */
async function sell({ deps }: TestShop, item: Item, quantity = 1): Promise<string> {
  const [id, now] = [newId(), deps.now()]
  const email = `${id}@example.com`
  const row = { id, email, display_name: 'Ann', password_hash: null, created_at: now, email_verified_at: now }
  await deps.db.write(tx => users.insert(tx, row))
  const { _id } = await placeOrder(deps, {
    caller: { userId: id, email, admin: false, address: '192.0.2.1' },
    visitor: { address: '192.0.2.1', times: 1 },
    order: orderOf(item, email, quantity),
  })
  await deps.db.write(tx => recordPayment(tx, _id, `pi_${_id}`, deps.now()))
  return `pi_${_id}`
}

const giveBack = ({ deps }: TestShop, intentId: string, amount: number) => {
  const refund = { id: `re_${intentId}`, intentId, refundId: undefined, amount, failure: null }
  return recordRefunds(deps, intentId, { refunds: [{ ...refund, status: 'succeeded' }] })
}

/** Moves the clock to a minute after the shop's next midnight. */
function travelToTomorrow({ deps, travel }: TestShop): void {
  const { timeZone } = deps.config
  travel(endOfDay(dayAt(deps.now(), timeZone), timeZone) + 60_000 - deps.now())
}

/** A year or two of sales, in steps of random length. */
async function liveOn(shop: TestShop, seed: number): Promise<void> {
  const random = new Random(seed)
  const items: Item[] = []
  for (const price of [9.5, 12, 18.5, 34, 48, 64, 89])
    items.push(await shop.item({ price, name: `Item at ${price}`, availableQuantity: 1000 }))
  for (let step = 0; step < 40; step++) {
    const intent = await sell(shop, random.pick(items), random.between(1, 5))
    if (random.chance(0.3)) await giveBack(shop, intent, random.between(1, 900))
    if (random.chance(0.1)) await assertInsightsMatchRows(shop)
    shop.travel(random.pick([1000, 900_000, 7 * 3_600_000, dayMs, 5 * dayMs, 40 * dayMs]))
    // Time zones matter most around midnight.
    if (random.chance(0.7)) travelToTomorrow(shop)
    if (random.chance(0.5)) shop.travel(-random.between(2, 45) * 60_000)
  }
  await assertInsightsMatchRows(shop)
}

const zones = [
  ['Europe/Berlin', onBothEngines],
  ['Asia/Kathmandu', onSqlite],
  ['America/St_Johns', onBothEngines],
] as const

/**
 * Includes days with 23 and 25 hours, and zones that are not whole hours from UTC. Fails if a day always has 24 hours,
 * if refunds are read in whole hours, or if sales outside a period stay in its best sellers. The test below covers
 * Kathmandu's quarter hours on PostgreSQL.
 */
for (const [seed, [SHOP_TIMEZONE, run]] of zones.entries())
  run(
    `insights equal the plain sums of all orders and refunds, in ${SHOP_TIMEZONE}`,
    shop => liveOn(shop, seed),
    { SHOP_TIMEZONE },
  )

/** Fails if a day is the last 24 hours: sales of yesterday evening would count as today's. */
onBothEngines(
  'a day begins at midnight in the shop’s time zone',
  async shop => {
    const item = await shop.item()
    travelToTomorrow(shop)
    shop.travel(-2 * 60_000)
    await sell(shop, item)
    assert.equal((await showInsights(shop.deps, 1)).totals.orders, 1)
    shop.travel(2 * 60_000)
    const { totals, previous, best } = await showInsights(shop.deps, 1)
    assert.deepEqual(
      [totals.orders, previous.orders, best],
      [0, 0, []],
      'nothing was sold by this time yesterday either',
    )
    await sell(shop, item, 2)
    const { days } = await showInsights(shop.deps, 7)
    assert.deepEqual(
      days.slice(-3).map(({ orders, units }) => [orders, units]),
      [
        [0, 0],
        [1, 1],
        [1, 2],
      ],
    )
  },
  { SHOP_TIMEZONE: 'Asia/Manila' },
)

/** Fails if the sum of a day is cached as soon as the day ends: clocks differ, and a payment takes a while. */
onBothEngines('a payment that is committed after midnight counts on the day it was made', async shop => {
  const item = await shop.item()
  travelToTomorrow(shop)
  await assertInsightsMatchRows(shop)
  shop.travel(-2 * 60_000)
  await sell(shop, item)
  shop.travel(3 * 60_000)
  await assertInsightsMatchRows(shop)
})

/** Fails if sales are stored by the calendar day of an earlier time zone. */
for (const engine of engines)
  test(`in another time zone the same sales belong to other days [${engine}]`, async () => {
    const database = await migratedDatabase(engine)
    const first = await openShopAt(database, engine, { SHOP_TIMEZONE: 'Pacific/Kiritimati' })
    const item = await first.item()
    await sell(first, item, 2)
    await assertInsightsMatchRows(first)
    await first.close()
    for (const SHOP_TIMEZONE of ['America/Los_Angeles', 'Asia/Kathmandu']) {
      const shop = await openShopAt(database, engine, { SHOP_TIMEZONE })
      await sell(shop, item)
      await assertInsightsMatchRows(shop)
      assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
      await shop.close()
    }
    await database.remove()
  })

onBothEngines(
  'the low-stock list has items with few units, or less than a week’s sales',
  async shop => {
    const few = await shop.item({ name: 'Few', availableQuantity: 7 })
    const fast = await shop.item({ name: 'Fast', availableQuantity: 40 })
    const slow = await shop.item({ name: 'Slow', availableQuantity: 40 })
    const hidden = await shop.item({ name: 'Hidden', availableQuantity: 1 })
    await shop.deps.db.write(tx =>
      tx.updateTable('items').set({ hidden_at: 1 }).where('id', '=', hidden._id).execute(),
    )
    await sell(shop, slow, 15)
    await sell(shop, fast, 20)
    const low = async () =>
      (await showInsights(shop.deps, 30)).low.map(({ name, free, soldInWeek }) => [name, free, soldInWeek])
    assert.deepEqual(await low(), [
      ['Fast', 20, 20],
      ['Few', 7, 0],
    ])
    const hide = (hidden_at: number | null) =>
      shop.deps.db.write(tx =>
        tx.updateTable('items').set({ hidden_at }).where('id', '=', fast._id).execute(),
      )
    await hide(1)
    assert.deepEqual(await low(), [['Few', 7, 0]])
    await hide(null)
    shop.travel(8 * dayMs)
    assert.deepEqual(await low(), [['Few', 7, 0]])
    await sell(shop, few, 7)
    assert.deepEqual(await low(), [['Few', 0, 7]])
  },
  { LOW_STOCK: '8' },
)
