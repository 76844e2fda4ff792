import assert from 'node:assert/strict'
import { test } from 'vitest'
import { type OrderState, orderStates } from '#domain/order.ts'
import { pastCharges } from '../../../scripts/past-charges.ts'
import { type PayingShop, withCards } from '../../../tests/helpers/paying-shop.ts'
import { assertPlainSums } from '../../../tests/helpers/plain-sales.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { goLive } from '../features/go-live/go-live.ts'
import { compareWithProvider } from '../features/payments/compare-with-provider.ts'
import { followPayment } from '../features/payments/money-back.ts'
import { releaseHolds } from '../jobs/release-holds.ts'
import * as orders from '../store/orders.ts'
import { demoAccounts } from './demo.ts'
import { seedItems } from './seed-data.ts'
import { seedOrders } from './seed-orders.ts'

const demo = { SHOP_MODE: 'demo' }
const [minute, day] = [60_000, 86_400_000]

const statesOf = (firstStart: number) =>
  Map.groupBy(seedOrders(firstStart), ({ order }) => orders.stateOfRow(order))

/** Whatever the hour and the day of the week. */
test('a demo always begins with orders in every state, at most ten customers, and nothing from the future', () => {
  for (let hour = 0; hour < 14 * 24; hour += 5) {
    const firstStart = Date.parse('2026-11-16T00:00:00Z') + hour * 3_600_000
    const history = seedOrders(firstStart)
    const states = statesOf(firstStart)
    assert.deepEqual([...states.keys()].sort(), [...orderStates].sort())
    assert.ok(new Set(history.map(({ order }) => order.user_id)).size <= 10)
    const moments = history.flatMap(({ order, events, refund }) => [
      order.created_at,
      ...events.map(({ at }) => at),
      refund?.created_at ?? 0,
    ])
    assert.ok(Math.max(...moments) < firstStart)
    const ids = history.map(({ order }) => order.id)
    assert.deepEqual(ids, [...ids].sort(), 'ids are in the order of time, as lists are')
    for (const { events } of history)
      assert.deepEqual(
        events,
        [...events].sort((a, b) => a.at - b.at || a.n - b.n),
      )
  }
})

test('every item of a demo tells what it is made of, and has two further pictures', () => {
  for (const { name, pictures, ...notes } of seedItems) {
    assert.equal(JSON.parse(pictures).length, 2, name)
    assert.ok(notes.materials && notes.size && notes.care, name)
  }
})

test('the same moment makes the same orders', () => {
  assert.deepEqual(seedOrders(1_800_000_000_000), seedOrders(1_800_000_000_000))
})

onBothEngines(
  'a new demo has two months of orders, and as much on the shelf as without them',
  async shop => {
    const { db, now } = shop.deps
    const { since } = await db.read.selectFrom('shop_mode').selectAll().executeTakeFirstOrThrow()
    const rows = await db.read.selectFrom('bookings').selectAll().orderBy('number').execute()
    assert.equal(rows.length, seedOrders(since).length)
    assert.ok(since - (rows[0]?.created_at ?? 0) > 55 * day)
    const accounts = new Set<string>(demoAccounts.map(({ id }) => id))
    assert.deepEqual(
      rows.filter(({ user_id }) => accounts.has(user_id)),
      [],
    )
    for (const { id, name, stocked_quantity } of seedItems) {
      const item = await db.read
        .selectFrom('items')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const expected = name === 'Dome Desk Lamp' ? 3 : stocked_quantity
      assert.equal(item.available_quantity, expected, name)
    }
    await assertPlainSums(shop)
    // Whoever orders next gets the next number.
    const ann = await shop.customer()
    const tray = await shop.item()
    assert.equal((await ann.order(tray)).json().number, `T-${1001 + rows.length}`)
    shop.travel(31 * minute)
    assert.equal(await releaseHolds(shop.deps), 3, `at ${now()}`)
  },
  demo,
)

/** The sandbox is told of the demo's past, as scripts/start.ts does it. */
async function tellPast(shop: PayingShop): Promise<void> {
  const answer = await fetch(`${shop.cardsUrl}/stripe/past`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await pastCharges(shop.deps.db.read)),
  })
  assert.equal(answer.status, 204, await answer.text())
}

async function differences({ deps }: PayingShop): Promise<string[]> {
  const found: string[] = []
  for await (const { sentence } of compareWithProvider(deps.db.read, deps.cards, deps.now() - 90 * day))
    found.push(sentence)
  return found
}

/** Fails where the sandbox has other ids, amounts or times: an admin's refund of an order in the demo is refused. */
withCards(
  'the card provider knows every payment of the demo’s past, and gives its money back',
  async shop => {
    const { deps } = shop
    await tellPast(shop)
    await tellPast(shop)
    assert.deepEqual(await differences(shop), [])
    const find = (state: OrderState) =>
      deps.db.read
        .selectFrom('bookings')
        .selectAll()
        .where(state === 'paid' ? 'paid_at' : 'sent_at', '>', 0)
        .where('refunded_cents', '=', 0)
        .executeTakeFirstOrThrow()
    const order = await find('sent')
    const intent = order.transaction_id ?? ''
    const made = await deps.cards.refund({ intentId: intent, refundId: 'x', key: 'x', amount: 500 })
    assert.deepEqual([made.status, made.amount], ['succeeded', 500])
    await followPayment(deps, deps.cards, intent)
    assert.equal((await orders.find(deps.db.read, order.id))?.refunded_cents, 500)
    assert.deepEqual(await differences(shop), [])
    await assertPlainSums(shop)
  },
  (title, body) => onBothEngines(title, body, demo),
)

/** Fails where they stay: the books of a live shop tell of money that nobody ever paid. */
onBothEngines(
  'going live takes the demo’s past away without asking, and keeps what else there is',
  async shop => {
    const { db, now, passwords } = shop.deps
    const live = (orders?: 'keep') => goLive({ db, passwords, now: now(), orders })
    const [ann, item] = [await shop.customer(), await shop.item()]
    const mine = (await ann.order(item)).json()
    assert.deepEqual(await live(), { done: false, why: 'orders', orders: 1 })
    assert.equal((await live('keep')).done, true)
    assert.deepEqual(await db.read.selectFrom('bookings').select('id').execute(), [{ id: mine._id }])
    for (const table of ['payments', 'refunds', 'order_events'] as const)
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [], table)
    const customers = await db.read
      .selectFrom('users')
      .select('email')
      .where('removed_at', 'is', null)
      .execute()
    assert.deepEqual(customers, [{ email: ann.email }])
  },
  demo,
)
