import assert from 'node:assert/strict'
import fc from 'fast-check'
import type { ManagedItem, StockEntry } from '#contract/managed-items.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'

const buyers = 30

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)

const one = async (admin: Customer, id: string) =>
  (await admin.call('GET', `/api/item/${id}`)).json<ManagedItem>()

const ledger = async (admin: Customer, id: string) =>
  (await admin.call('GET', `/api/item/${id}/stock?limit=200`)).json<StockEntry[]>()

/**
 * Fails if the stock is read, changed and written back: an order in between would be lost. The invariants check the
 * books again at the end of the test.
 */
onBothEngines('30 buyers order while stock is added and removed: the books add up', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 20, mustQuantity: 1 })
  const people = await Promise.all(Array.from({ length: buyers }, () => shop.customer()))
  const changes = [7, -5, 12, -9, 3, -2, 8, -4]
  const [orders, moves] = await Promise.all([
    Promise.all(people.map((person, n) => person.order(item, 1 + (n % 3)))),
    Promise.all(
      changes.map((change, n) =>
        admin.call('POST', `/api/item/${item._id}/stock`, { change, reason: `Change ${n}` }),
      ),
    ),
  ])
  const bought = sum(orders.map(answer => (answer.statusCode === 201 ? answer.json().quantity : 0)))
  const moved = sum(moves.map((answer, n) => (answer.statusCode === 200 ? (changes[n] ?? 0) : 0)))
  for (const answer of orders) assert.ok([201, 409].includes(answer.statusCode), answer.body)
  for (const answer of moves) assert.ok([200, 409].includes(answer.statusCode), answer.body)
  const after = await one(admin, item._id)
  assert.equal(after.stocked, 20 + moved)
  assert.deepEqual([after.held, after.availableQuantity], [bought, 20 + moved - bought])
  assert.equal(sum((await ledger(admin, item._id)).map(({ change }) => change)), after.stocked)
})

/** Fails if a count sets the free units: an order between the count and the write would be served twice. */
onBothEngines('30 buyers order during a stocktake: the shelf has the counted number', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 40, mustQuantity: 1 })
  const people = await Promise.all(Array.from({ length: buyers }, () => shop.customer()))
  const counts = [45, 70, 62, 90, 55, 60]
  const [orders, counted] = await Promise.all([
    Promise.all(people.map((person, n) => person.order(item, 1 + (n % 2)))),
    Promise.all(
      counts.map(count =>
        admin.call('POST', `/api/item/${item._id}/stock`, { counted: count, reason: `Counted ${count}` }),
      ),
    ),
  ])
  for (const [n, answer] of counted.entries()) {
    assert.equal(answer.statusCode, 200, answer.body)
    assert.equal(answer.json<ManagedItem>().onShelf, counts[n], 'as counted, whatever was ordered meanwhile')
  }
  const bought = sum(orders.map(answer => (answer.statusCode === 201 ? answer.json().quantity : 0)))
  const after = await one(admin, item._id)
  const written = await ledger(admin, item._id)
  const last = Number(/\d+/.exec(written[0]?.reason ?? '')?.[0])
  assert.deepEqual([after.onShelf, after.held, after.availableQuantity], [last, bought, last - bought])
  assert.equal(sum(written.map(({ change }) => change)), after.stocked)
})

/**
 * Fails on PostgreSQL if the item is read before it is locked: counts of 50 and 30 on a stock of 10 make 80. Each admin
 * has a separate account, so that only the item's lock keeps them apart.
 */
onBothEngines('concurrent counts by several admins: the last one stands', async shop => {
  const admins = await Promise.all(Array.from({ length: 6 }, () => newAdmin(shop)))
  const item = await shop.item({ availableQuantity: 10 })
  for (let round = 0; round < 5; round++) {
    const counts = admins.map((_, n) => 20 + 10 * n + round)
    const answers = await Promise.all(
      admins.map((admin, n) =>
        admin.call('POST', `/api/item/${item._id}/stock`, {
          counted: counts[n],
          reason: `Counted ${counts[n]}`,
        }),
      ),
    )
    for (const [n, answer] of answers.entries()) {
      assert.equal(answer.statusCode, 200, answer.body)
      assert.equal(answer.json<ManagedItem>().onShelf, counts[n])
    }
    const [admin] = admins
    assert.ok(admin)
    const written = await ledger(admin, item._id)
    const after = await one(admin, item._id)
    assert.equal(`Counted ${after.onShelf}`, written[0]?.reason)
    assert.equal(sum(written.map(({ change }) => change)), after.stocked)
  }
})

type Step = { change: number } | { counted: number } | { order: number } | { hidden: boolean }

/** Whatever the sequence of changes, the stock matches a model with two numbers. */
onBothEngines('any sequence of orders, changes and counts matches the model', async shop => {
  const admin = await newAdmin(shop)
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ change: fc.integer({ min: -12, max: 12 }).filter(change => change !== 0) }),
    fc.record({ counted: fc.integer({ min: 0, max: 25 }) }),
    fc.record({ order: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ hidden: fc.boolean() }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async steps => {
      const ann = await confirmed(shop.deps, await shop.customer())
      const item = await shop.item({ availableQuantity: 10 })
      const model = { free: 10, held: 0, hidden: false }
      for (const wanted of steps) {
        const isDone = apply(model, wanted)
        assert.equal(await send(admin, ann, item, wanted), isDone, JSON.stringify([model, wanted]))
      }
      const { availableQuantity, held, stocked, hidden } = await one(admin, item._id)
      assert.deepEqual({ free: availableQuantity, held, hidden }, model)
      assert.equal(stocked, model.free + model.held)
    }),
    { numRuns: 25 },
  )
})

function apply(model: { free: number; held: number; hidden: boolean }, step: Step): boolean {
  if ('hidden' in step) {
    model.hidden = step.hidden
    return true
  }
  if ('order' in step) {
    if (model.hidden || step.order > model.free) return false
    model.free -= step.order
    model.held += step.order
    return true
  }
  const by = 'change' in step ? step.change : step.counted - model.free - model.held
  if (model.free + by < 0) return false
  model.free += by
  return true
}

async function send(
  admin: Customer,
  ann: Customer,
  item: Parameters<Customer['order']>[0],
  step: Step,
): Promise<boolean> {
  if ('order' in step) return (await ann.order(item, step.order)).statusCode === 201
  const url = `/api/item/${item._id}`
  if ('hidden' in step) {
    const { version } = await one(admin, item._id)
    return (await admin.call('PATCH', url, { version, ...step })).statusCode === 200
  }
  return (await admin.call('POST', `${url}/stock`, { ...step, reason: 'Test' })).statusCode === 200
}
