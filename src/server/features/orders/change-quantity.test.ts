import assert from 'node:assert/strict'
import type { Order, OrderEvent } from '#contract/orders.ts'
import { type Customer, confirmed } from '../../../../tests/helpers/customers.ts'
import { minute } from '../../../../tests/helpers/paying.ts'
import { recordPayment } from '../../../../tests/helpers/record-payment.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'
import * as items from '../../store/items.ts'

const change = (who: Customer, { _id }: { _id: string }, quantity: unknown) =>
  who.call('PUT', `/api/booking/${_id}/quantity`, { quantity })

const read = async (who: Customer, { _id }: { _id: string }): Promise<Order> =>
  (await who.call('GET', `/api/booking/${_id}`)).json()

const leftOf = async (shop: TestShop, id: string): Promise<number> =>
  (await shop.deps.db.read.selectFrom('items').select('available_quantity').where('id', '=', id).execute())[0]
    ?.available_quantity ?? Number.NaN

const changesOf = async (who: Customer, { _id }: { _id: string }) =>
  (await who.call('GET', `/api/booking/${_id}/timeline`))
    .json<OrderEvent[]>()
    .filter(({ what }) => what !== 'placed')
    .map(({ what, by, detail }) => [what, by, detail])

/** Fails if the item's price of today is charged, or if the order's number of pieces and its total part. */
onBothEngines('the difference is held or released, at the order’s own price', async shop => {
  const ann = await shop.customer()
  const item = await shop.item({ price: 18.55, availableQuantity: 6 })
  const order: Order = (await ann.order(item, 2)).json()
  await shop.deps.db.write(tx => tx.updateTable('items').set({ price_minor: 9900 }).execute())
  for (const [quantity, totalPrice, left] of [
    [5, 92.75, 1],
    [6, 111.3, 0],
    [6, 111.3, 0],
    [1, 18.55, 5],
  ] as const) {
    const answer = await change(ann, order, quantity)
    assert.deepEqual([answer.statusCode, answer.json()], [200, { ...order, quantity, totalPrice }])
    assert.deepEqual(await read(ann, order), answer.json())
    assert.equal(await leftOf(shop, item._id), left)
  }
  assert.deepEqual(await changesOf(ann, order), [
    ['quantity_changed', 'customer', 'From 2 to 5'],
    ['quantity_changed', 'customer', 'From 5 to 6'],
    ['quantity_changed', 'customer', 'From 6 to 1'],
  ])
})

onBothEngines('a change that cannot be is refused with a sentence, and changes nothing', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const item = await shop.item({ availableQuantity: 6, mustQuantity: 2 })
  const order: Order = (await ann.order(item, 3)).json()
  for (const [who, quantity, status, detail] of [
    [ann, 7, 409, 'Only 3 more left.'],
    [ann, 1, 409, 'Order at least 2.'],
    [ann, 0, 400, 'Enter at least 1.'],
    [ann, 2.5, 400, 'Enter a whole number.'],
    [ann, undefined, 400, 'Quantity is required'],
    [bob, 2, 404, 'There is no such order.'],
  ] as const) {
    const answer = await change(who, order, quantity)
    const { fields, detail: said } = answer.json()
    assert.deepEqual([answer.statusCode, fields?.quantity ?? said], [status, detail])
  }
  await shop.deps.db.write(tx => items.remove(tx, item._id, 1))
  assert.match((await change(ann, order, 4)).json().detail, /not on sale/)
  assert.deepEqual([await read(ann, order), await leftOf(shop, item._id)], [order, 3])
  assert.equal((await change(ann, order, 2)).statusCode, 200, 'fewer of what is not on sale any more')
  assert.equal(await leftOf(shop, item._id), 4)
})

onBothEngines('a paid or removed order never changes', async shop => {
  const ann = await shop.customer()
  const item = await shop.item()
  const [paid, removed]: Order[] = [(await ann.order(item, 2)).json(), (await ann.order(item, 2)).json()]
  assert.ok(paid && removed)
  await shop.deps.db.write(tx => recordPayment(tx, paid._id, 'pi_test'))
  await ann.call('DELETE', `/api/myBooking/${removed._id}`)
  for (const quantity of [2, 3]) {
    assert.equal((await change(ann, paid, quantity)).json().code, 'already_paid')
    assert.equal((await change(ann, removed, quantity)).json().code, 'not_found')
  }
  assert.equal((await read(ann, paid)).quantity, 2)
  assert.equal(await leftOf(shop, item._id), 8)
})

/** Fails if the order's own units count twice, or not at all. */
onBothEngines(
  'a change keeps to the share that one account can hold',
  async shop => {
    const ann = await confirmed(shop.deps, await shop.customer())
    const item = await shop.item({ availableQuantity: 10 })
    const [first, second]: Order[] = [(await ann.order(item, 2)).json(), (await ann.order(item, 2)).json()]
    assert.ok(first && second)
    const over = await change(ann, first, 4)
    assert.deepEqual([over.statusCode, over.json().code, over.json().left], [409, 'share_exceeded', 3])
    assert.equal(await leftOf(shop, item._id), 6, 'nothing is held')
    assert.equal((await change(ann, first, 3)).statusCode, 200)
    assert.equal((await change(ann, second, 1)).statusCode, 200)
    assert.equal((await change(ann, first, 4)).statusCode, 200)
  },
  { MAX_HELD_SHARE: '50' },
)

onSqlite('an unconfirmed account cannot change its way to more than half of an item', async shop => {
  const eve = await shop.customer()
  const item = await shop.item({ availableQuantity: 20 })
  const order: Order = (await eve.order(item, 1)).json()
  const over = await change(eve, order, 11)
  assert.deepEqual([over.json().code, over.json().confirm], ['share_exceeded', true])
  assert.equal((await change(eve, order, 10)).statusCode, 200)
})

/** Fails if only the difference of a lapsed order is held: the rest would be sold twice. */
onBothEngines(
  'a hold that has lapsed is taken again for the whole quantity, while there is enough',
  async shop => {
    const ann = await shop.customer()
    const item = await shop.item({ availableQuantity: 5 })
    const order: Order = (await ann.order(item, 4)).json()
    const lapse = async () => {
      shop.travel(31 * minute)
      assert.equal(await releaseHolds(shop.deps), 1)
    }
    await lapse()
    assert.equal((await change(ann, order, 6)).json().detail, 'Only 5 left.')
    const again = (await change(ann, order, 3)).json<Order>()
    assert.deepEqual([again.state, again.quantity, again.totalPrice], ['held', 3, 102])
    assert.ok(Date.parse(again.heldUntil) > shop.deps.now() + 29 * minute)
    assert.equal(await leftOf(shop, item._id), 2)
    assert.deepEqual(
      (await changesOf(ann, order)).map(([what]) => what),
      ['hold_lapsed', 'quantity_changed', 'hold_retaken'],
    )
    await lapse()
    assert.equal((await change(ann, order, 2)).json<Order>().state, 'held')
    await lapse()
    const refused = await change(ann, order, 1)
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'order_lapsed'])
    assert.deepEqual([(await read(ann, order)).quantity, await leftOf(shop, item._id)], [2, 5])
  },
)

/** Fails on PostgreSQL if the order is read before it is locked: both give back or take the same difference. */
onBothEngines('concurrent changes and removals of an order move its stock once', async shop => {
  const ann = await confirmed(shop.deps, await shop.customer())
  for (let round = 0; round < 5; round++) {
    const item = await shop.item({ availableQuantity: 40 })
    const order: Order = (await ann.order(item, 4)).json()
    const answers = await Promise.all([1, 9, 4, 2, 12, 3, 7].map(quantity => change(ann, order, quantity)))
    for (const { statusCode, body } of answers) assert.equal(statusCode, 200, body)
    const { quantity, totalPrice } = await read(ann, order)
    assert.deepEqual([await leftOf(shop, item._id), totalPrice], [40 - quantity, quantity * 34])
    const mixed = await Promise.all([
      change(ann, order, 20),
      ann.call('DELETE', `/api/myBooking/${order._id}`),
      change(ann, order, 1),
    ])
    assert.equal(mixed[1].statusCode, 204)
    for (const { statusCode, body } of [mixed[0], mixed[2]]) assert.ok([200, 404].includes(statusCode), body)
    assert.equal(await leftOf(shop, item._id), 40)
  }
})

/** Fails without `available_quantity >= quantity` in holdMore: the CHECK answers with a 500. */
onBothEngines('of many who want the last unit, one gets it', async shop => {
  const people = await Promise.all(Array.from({ length: 6 }, () => shop.customer()))
  const item = await shop.item({ availableQuantity: 7 })
  const orders: Order[] = []
  for (const person of people) orders.push((await person.order(item, 1)).json())
  const answers = await Promise.all([
    ...people.map((person, n) => change(person, orders[n] ?? { _id: '' }, 2)),
    (await shop.customer()).order(item, 1),
  ])
  assert.equal(answers.filter(({ statusCode }) => statusCode < 300).length, 1)
  for (const answer of answers)
    if (answer.statusCode >= 300) assert.equal(answer.json().code, 'out_of_stock', answer.body)
  assert.equal(await leftOf(shop, item._id), 0)
})

/** Fails if nobody adds up: the order could be changed, but never be paid. */
onBothEngines('a quantity that no payment can cover is refused', async shop => {
  const ann = await shop.customer()
  const item = await shop.item({ price: 600_000, availableQuantity: 5 })
  const order: Order = (await ann.order(item, 1)).json()
  const refused = await change(ann, order, 2)
  assert.equal(refused.json().code, 'amount_not_payable', refused.body)
  assert.deepEqual([(await read(ann, order)).quantity, await leftOf(shop, item._id)], [1, 4])
})
