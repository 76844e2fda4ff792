import assert from 'node:assert/strict'
import { test } from 'vitest'
import { emptyContent } from '#contract/shop-content.ts'
import { type OrderState, orderStates, stateOf } from '#domain/order.ts'
import { pastCharges } from '../../../scripts/past-charges.ts'
import { type CardShop, withCards } from '../../../tests/helpers/card-shop.ts'
import { migratedDatabase } from '../../../tests/helpers/databases.ts'
import { assertInsightsMatchRows } from '../../../tests/helpers/expected-insights.ts'
import { onBothEngines, openShopAt } from '../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/engine/open-database.ts'
import { goLive } from '../features/go-live/go-live.ts'
import { compareWithProvider } from '../features/payments/reconcile/compare-with-provider.ts'
import { syncRefunds } from '../features/payments/refund/record-refunds.ts'
import { releaseHolds } from '../jobs/release-holds.ts'
import { demoAccounts, demoIds } from '../store/demo-ids.ts'
import * as orders from '../store/orders.ts'
import { demoContent } from './content.ts'
import { demoItems, demoReviews } from './goods.ts'
import { demoCustomers } from './people.ts'
import { plannedSales } from './plan.ts'

const demo = { SHOP_MODE: 'demo' }
const [minute, day] = [60_000, 86_400_000]

/** At any hour and on any day of the week. */
test('a demo starts with orders in every state, at most ten customers, and nothing in the future', () => {
  const fates = ['removed', 'lapsed', 'held', 'waiting', 'sent', 'refunded'] as const
  for (let hour = 0; hour < 14 * 24; hour += 5) {
    const firstStart = Date.parse('2026-11-16T00:00:00Z') + hour * 3_600_000
    const sales = plannedSales(firstStart)
    const planned = new Set(sales.map(({ fate }) => fate))
    assert.deepEqual(
      fates.filter(fate => !planned.has(fate)),
      [],
    )
    assert.ok(new Set(sales.map(({ customer }) => customer.id)).size <= 10)
    const moments = sales.flatMap(sale => [sale.placedAt, sale.paidAt, sale.sentAt, sale.refundedAt])
    assert.ok(Math.max(...moments.map(moment => moment ?? 0)) < firstStart - 2000)
  }
})

test('every item of a demo has details, a family and two further pictures', () => {
  for (const { name, pictures = '[]', ...notes } of demoItems) {
    assert.equal(JSON.parse(pictures).length, 2, name)
    assert.ok(notes.materials && notes.size && notes.care && notes.family, name)
  }
})

/** Fails if a banner leads to an empty list. */
test('the banners of a demo lead to families of its items', () => {
  const families = new Set(demoItems.map(({ family }) => family))
  const linked = demoContent.banners.flatMap(({ to }) => /family=(.*)/.exec(to)?.[1] ?? [])
  assert.equal(linked.length, 3)
  assert.deepEqual(
    linked.filter(family => !families.has(family)),
    [],
  )
})

test('the same start time produces the same sales', () => {
  assert.deepEqual(plannedSales(1_800_000_000_000), plannedSales(1_800_000_000_000))
})

test('going live finds everything that a demo was filled with', () => {
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()
  assert.deepEqual(idsOf(demoItems), demoIds('item'))
  assert.deepEqual(idsOf(demoReviews), demoIds('review'))
  assert.deepEqual(idsOf(demoCustomers), demoIds('customer'))
})

/** Fails if a rule of the shop refuses a step: a demo started at that hour would not open. */
test('the history can be played at any start time', { timeout: 120_000 }, async () => {
  for (const hours of [0, 7, 31, 56, 85, 109, 134, 161]) {
    const since = Date.parse('2026-11-15T00:30:00Z') - hours * 3_600_000
    const database = await migratedDatabase('sqlite')
    const db = await openDatabase(readConfig(database.environment), () => undefined)
    await db.write(tx => tx.insertInto('shop_mode').values({ id: 1, mode: 'demo', since }).execute())
    await db.close()
    const shop = await openShopAt(database, 'sqlite', demo)
    const rows = await shop.deps.db.read.selectFrom('orders').selectAll().orderBy('id').execute()
    const sales = plannedSales(since)
    assert.deepEqual(
      rows.map(row => [row.created_at, row.paid_at, row.sent_at, row.user_id]),
      sales.map(sale => [sale.placedAt, sale.paidAt, sale.sentAt, sale.customer.id]),
      'ids are sorted by time, as lists are',
    )
    assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
    await shop.close()
    await database.remove()
  }
})

onBothEngines(
  'a new demo has two months of orders, and the same stock as without them',
  async shop => {
    const { db, now } = shop.deps
    const { since } = await db.read.selectFrom('shop_mode').selectAll().executeTakeFirstOrThrow()
    const rows = await db.read.selectFrom('orders').selectAll().orderBy('number').execute()
    assert.equal(rows.length, plannedSales(since).length)
    assert.deepEqual([...new Set(rows.map(stateOf))].sort(), [...orderStates].sort())
    const events = await db.read.selectFrom('order_events').selectAll().orderBy('n').execute()
    for (const its of Map.groupBy(events, ({ order_id }) => order_id).values())
      assert.deepEqual(
        its,
        its.toSorted((a, b) => a.at - b.at),
      )
    const told = new Set(events.map(({ what }) => what))
    for (const what of ['hold_lapsed', 'removed', 'receipt_sent', 'declined', 'sent', 'refunded'] as const)
      assert.ok(told.has(what), what)
    assert.deepEqual(
      await db.read.selectFrom('outbox').selectAll().execute(),
      [],
      'no emails are sent for it',
    )
    assert.ok(since - (rows[0]?.created_at ?? 0) > 55 * day)
    const accounts = new Set<string>(demoAccounts.map(({ id }) => id))
    assert.deepEqual(
      rows.filter(({ user_id }) => accounts.has(user_id)),
      [],
    )
    for (const { id, name, stocked_quantity } of demoItems) {
      const item = await db.read
        .selectFrom('items')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const expected = name === 'Dome Desk Lamp' ? 3 : stocked_quantity
      assert.equal(item.available_quantity, expected, name)
    }
    await assertInsightsMatchRows(shop)
    const reviews = await db.read.selectFrom('reviews').select('created_at').orderBy('id').execute()
    const written = reviews.map(({ created_at }) => created_at)
    assert.deepEqual(written, [...new Set(written)].sort(), 'one after the other')
    assert.ok(since - (written[0] ?? since) > 55 * day && (written.at(-1) ?? since) < since)
    // The next order gets the next number.
    const ann = await shop.customer()
    const tray = await shop.item()
    assert.equal((await ann.order(tray)).json().number, `T-${1001 + rows.length}`)
    shop.travel(31 * minute)
    assert.equal(await releaseHolds(shop.deps), 3, `at ${now()}`)
  },
  demo,
)

/** Loads the demo's history into the sandbox, as scripts/start.ts does. */
async function importPastCharges(shop: CardShop): Promise<void> {
  const answer = await fetch(`${shop.cardsUrl}/stripe/import`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(await pastCharges(shop.deps.db.read)),
  })
  assert.equal(answer.status, 204, await answer.text())
}

async function differences({ deps }: CardShop): Promise<string[]> {
  const found: string[] = []
  for await (const { sentence } of compareWithProvider(deps.db.read, deps.cards, deps.now() - 90 * day))
    found.push(sentence)
  return found
}

/** Fails if the sandbox has other ids, amounts or times: it would refuse an admin's refund in the demo. */
withCards(
  'the card provider knows every payment of the demo’s history, and refunds it',
  async shop => {
    const { deps } = shop
    await importPastCharges(shop)
    await importPastCharges(shop)
    assert.deepEqual(await differences(shop), [])
    const find = (state: OrderState) =>
      deps.db.read
        .selectFrom('orders')
        .selectAll()
        .where(state === 'paid' ? 'paid_at' : 'sent_at', '>', 0)
        .where('refunded_minor', '=', 0)
        .executeTakeFirstOrThrow()
    const order = await find('sent')
    const intent = order.transaction_id ?? ''
    const made = await deps.cards.refund({ intentId: intent, refundId: 'x', key: 'x', amount: 500 })
    assert.deepEqual([made.status, made.amount], ['succeeded', 500])
    await syncRefunds(deps, deps.cards, intent)
    assert.equal((await orders.find(deps.db.read, order.id))?.refunded_minor, 500)
    assert.deepEqual(await differences(shop), [])
    await assertInsightsMatchRows(shop)
  },
  (title, body) => onBothEngines(title, body, demo),
)

/** Fails if they stay: the books of a live shop would contain money that was never paid. */
onBothEngines(
  'going live removes the demo’s history without asking, and keeps other data',
  async shop => {
    const { db, now, passwords } = shop.deps
    const live = (orders?: 'keep') =>
      goLive({ db, passwords, now: now(), orders, content: emptyContent('Own') })
    const [ann, item] = [await shop.customer(), await shop.item()]
    const mine = (await ann.order(item)).json()
    assert.deepEqual(await live(), { done: false, why: 'orders', orders: 1 })
    assert.equal((await live('keep')).done, true)
    assert.deepEqual(await db.read.selectFrom('orders').select('id').execute(), [{ id: mine._id }])
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
