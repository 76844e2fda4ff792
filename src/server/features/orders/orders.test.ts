import assert from 'node:assert/strict'
import { recordPayment } from '../../../../tests/helpers/record-payment.ts'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { releaseHolds } from '../../jobs/release-holds.ts'

const left = async (
  shop: { call(o: { url: string }): Promise<{ json(): { availableQuantity: number } }> },
  id: string,
) => (await shop.call({ url: `/api/items/${id}` })).json().availableQuantity

onSqlite("an order carries the database's name and price, and shows under My Orders at once", async shop => {
  const item = await shop.item({ name: 'Oak Tray', price: 18.55, availableQuantity: 5 })
  const ann = await shop.customer()
  const before = shop.deps.now()
  const placed = await ann.order(item, 3, { itemName: 'Something cheap' })
  assert.equal(placed.statusCode, 201)
  const { _id, ...order } = placed.json()
  const createdAt = Date.parse(order.createdAt)
  assert.ok(createdAt >= before && createdAt <= shop.deps.now())
  assert.deepEqual(order, {
    itemId: item._id,
    itemName: 'Oak Tray',
    ownerName: 'Test Customer',
    email: ann.email,
    mobileNumber: '555 0100',
    address: '1 Test Street',
    quantity: 3,
    totalPrice: 55.65,
    currency: 'USD',
    number: 'T-1001',
    createdAt: new Date(createdAt).toISOString(),
    heldUntil: new Date(createdAt + 30 * 60_000).toISOString(),
    paid: false,
    paidAt: null,
    paidAmount: null,
    paidDelivery: 0,
    sentAt: null,
    carrier: null,
    tracking: null,
    transactionId: null,
    paidBy: null,
    transferUntil: null,
    transferDelivery: null,
    refundedAmount: 0,
    refundedAt: null,
    refundPendingAmount: 0,
    refundableAmount: 0,
    refundFailedAt: null,
    state: 'held',
    disputedAt: null,
    refundsBlockedAt: null,
    disputeLostAmount: 0,
    keptAmount: 0,
    paymentUnmatchedAt: null,
    restockedQuantity: 0,
  })
  assert.equal(await left(shop, item._id), 2)
  assert.deepEqual((await ann.call('GET', `/api/myBooking/${ann.email}`)).json(), [{ _id, ...order }])
  assert.deepEqual((await ann.call('GET', `/api/booking/${_id}`)).json(), { _id, ...order })
})

onSqlite('an outdated price is refused with the current one', async shop => {
  const item = await shop.item({ price: 34 })
  const ann = await shop.customer()
  const answer = await ann.order(item, 2, { totalPrice: 0.02 })
  assert.equal(answer.statusCode, 409)
  assert.equal(answer.json().code, 'price_changed')
  assert.equal(answer.json().price, 34)
  assert.equal(await left(shop, item._id), 10)
})

onSqlite('quantities below the minimum or above the stock are refused with the limit', async shop => {
  const item = await shop.item({ availableQuantity: 5, mustQuantity: 2 })
  const ann = await shop.customer()
  const below = await ann.order(item, 1)
  assert.deepEqual(
    [below.statusCode, below.json().code, below.json().mustQuantity],
    [409, 'below_minimum', 2],
  )
  const over = await ann.order(item, 6)
  assert.deepEqual([over.statusCode, over.json().code, over.json().left], [409, 'out_of_stock', 5])
})

/** Without the lookup by key, 19 of the 20 get a 500 from the unique index. */
onBothEngines('20 concurrent requests with the same Idempotency-Key place one order', async shop => {
  const item = await shop.item({ availableQuantity: 100 })
  const ann = await shop.customer()
  const headers = { 'idempotency-key': 'form-1' }
  const answers = await Promise.all(Array.from({ length: 20 }, () => ann.order(item, 2, {}, headers)))
  assert.deepEqual([...new Set(answers.map(answer => answer.statusCode))], [201])
  assert.equal(new Set(answers.map(answer => answer.json()._id)).size, 1)
  assert.equal(await left(shop, item._id), 98)

  const other = await ann.order(item, 3, {}, headers)
  assert.deepEqual([other.statusCode, other.json().code], [409, 'idempotency_conflict'])
  const bob = await shop.customer()
  assert.equal((await bob.order(item, 3, {}, headers)).statusCode, 201, "another user's key is another key")
})

/** Without users.lock, which serializes a user's orders, PostgreSQL lets 29 through. */
onBothEngines('at most 20 unpaid orders per user, even for 40 concurrent requests', async shop => {
  const item = await shop.item({ availableQuantity: 100 })
  const ann = await shop.customer()
  const answers = await Promise.all(Array.from({ length: 40 }, () => ann.order(item)))
  assert.equal(answers.filter(answer => answer.statusCode === 201).length, 20)
  const refused = answers.filter(answer => answer.statusCode !== 201)
  assert.ok(refused.every(answer => answer.statusCode === 429 && answer.json().code === 'too_many_requests'))
  assert.equal(await left(shop, item._id), 80)
})

/** If the order is read before it is removed, PostgreSQL returns the stock three times. */
onBothEngines('20 concurrent removals of an order return its stock once', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const { _id } = (await ann.order(item, 4)).json()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => ann.call('DELETE', `/api/myBooking/${_id}`)),
  )
  assert.equal(answers.filter(answer => answer.statusCode === 204).length, 1)
  assert.equal(answers.filter(answer => answer.statusCode === 404).length, 19)
  assert.equal(await left(shop, item._id), 10)
  assert.deepEqual((await ann.call('GET', `/api/myBooking/${ann.email}`)).json(), [])
})

onSqlite('a paid order cannot be removed', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const { _id } = (await ann.order(item)).json()
  await shop.deps.db.write(tx => recordPayment(tx, _id, 'pi_test'))
  const answer = await ann.call('DELETE', `/api/myBooking/${_id}`)
  assert.deepEqual([answer.statusCode, answer.json().code], [409, 'already_paid'])
})

onSqlite('a lapsed hold returns its stock once; the order stays and can be removed', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const { _id } = (await ann.order(item, 4)).json()
  assert.equal(await releaseHolds(shop.deps), 0)
  shop.travel(shop.deps.config.holdMs + 1)
  const counts = await Promise.all([1, 2, 3].map(() => releaseHolds(shop.deps)))
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    1,
  )
  assert.equal(await left(shop, item._id), 10)
  assert.equal((await ann.call('GET', `/api/myBooking/${ann.email}`)).json().length, 1)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${_id}`)).statusCode, 204)
  assert.equal(await left(shop, item._id), 10)
})

onBothEngines("nobody sees or removes another's order; lists are newest first and paged", async shop => {
  const item = await shop.item({ availableQuantity: 100 })
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const ids: string[] = []
  for (let i = 0; i < 5; i++) ids.push((await ann.order(item)).json()._id)
  // Ids from the same millisecond are not sorted.
  ids.sort().reverse()
  for (const path of ['/api/booking/', '/api/myBooking/'] as const) {
    const method = path === '/api/booking/' ? 'GET' : 'DELETE'
    assert.equal((await bob.call(method, path + ids[0])).statusCode, 404)
  }
  assert.equal((await bob.call('GET', `/api/myBooking/${ann.email}`)).statusCode, 403)
  const seen: string[] = []
  let next: string | undefined = `/api/myBooking/${encodeURIComponent(ann.email)}?limit=2`
  while (next) {
    const page = await ann.call('GET', next)
    seen.push(...page.json().map((order: { _id: string }) => order._id))
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.deepEqual(seen, ids)
})

onSqlite('a key belongs to one order: it does not match a changed or a removed one', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const headers = { 'idempotency-key': 'form-2' }
  const { _id } = (await ann.order(item, 1, {}, headers)).json()
  assert.equal(
    (await ann.order(item, 1, { address: 'Elsewhere' }, headers)).json().code,
    'idempotency_conflict',
  )
  await ann.call('DELETE', `/api/myBooking/${_id}`)
  assert.equal((await ann.order(item, 1, {}, headers)).json().code, 'idempotency_conflict')
})

onSqlite('an order above the maximum card payment is refused', async shop => {
  const ann = await shop.customer()
  const small = await ann.order(await shop.item({ price: 0.1 }), 4)
  const large = await ann.order(await shop.item({ price: 1_000_000, availableQuantity: 2 }), 1)
  for (const answer of [small, large]) {
    assert.deepEqual([answer.statusCode, answer.json().code], [409, 'amount_not_payable'])
  }
  assert.equal((await ann.order(await shop.item({ price: 0.1 }), 5)).statusCode, 201)
})
