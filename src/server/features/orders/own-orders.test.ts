import assert from 'node:assert/strict'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { recordPayment } from '../../../../tests/helpers/record-payment.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const ordersOf = async (reader: Customer, email = reader.email, query = '') =>
  (await reader.call('GET', `/api/myBooking/${encodeURIComponent(email)}${query}`))
    .json<{ _id: string }[]>()
    .map(({ _id }) => _id)

const place = async (customer: Customer, item: Parameters<Customer['order']>[0]): Promise<string> =>
  (await customer.order(item)).json()._id

const payFor = (shop: TestShop, orderId: string, intent: string) =>
  shop.deps.db.write(tx => recordPayment(tx, orderId, intent))

/** Fails if a list is not limited to one user, on its first page or on a later one. */
onSqlite('users see their own orders, and an admin sees those of each user', async shop => {
  const item = await shop.item({ availableQuantity: 9 })
  const [ann, bob, admin] = [await shop.customer(), await shop.customer(), await newAdmin(shop)]
  const [first, second, third] = [await place(ann, item), await place(ann, item), await place(bob, item)]
  const own = [first, second].sort().reverse()
  assert.deepEqual(await ordersOf(ann), own)
  assert.deepEqual(await ordersOf(bob), [third])
  assert.deepEqual(await ordersOf(admin), [])
  assert.deepEqual(await ordersOf(admin, ann.email), own)
  assert.deepEqual(await ordersOf(admin, bob.email), [third])
  assert.deepEqual(await ordersOf(ann, ann.email, '?limit=1'), own.slice(0, 1))
  assert.deepEqual(await ordersOf(ann, ann.email, `?after=${own[0]}`), own.slice(1))
  assert.deepEqual(await ordersOf(ann, ann.email.toUpperCase()), own)
})

/** Fails if orders are found by email: a new account with the email of a removed user would read that user's orders. */
onSqlite('a new account does not see the orders of an earlier account with the same email', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item()
  const ann = await shop.customer('ann@example.com')
  const paid = await place(ann, item)
  await payFor(shop, paid, 'pi_1')
  assert.deepEqual(await ordersOf(ann), [paid])
  assert.equal((await admin.call('DELETE', `/api/user/${ann.email}`)).statusCode, 204)
  const newAccount = await shop.customer('ann@example.com')
  assert.deepEqual(await ordersOf(newAccount), [])
  assert.deepEqual(await ordersOf(admin, 'ann@example.com'), [])
  assert.equal((await newAccount.call('GET', `/api/booking/${paid}`)).statusCode, 404)
})

/** Fails if paid orders count as unpaid: the best customers could no longer order. */
onSqlite('paid and removed orders do not count towards the limit', async shop => {
  const item = await shop.item({ availableQuantity: 100 })
  const ann = await shop.customer()
  const placed: string[] = []
  for (let n = 0; n < 20; n++) placed.push(await place(ann, item))
  assert.equal((await ann.order(item)).json().code, 'too_many_requests')
  await payFor(shop, placed[0] ?? '', 'pi_1')
  assert.equal((await ann.order(item)).statusCode, 201)
  assert.equal((await ann.order(item)).json().code, 'too_many_requests')
  assert.equal((await ann.call('DELETE', `/api/myBooking/${placed[1]}`)).statusCode, 204)
  assert.equal((await ann.order(item)).statusCode, 201)
})

/** Fails if the comparison omits a field: the change would be lost silently. */
onSqlite('an idempotency key can be reused only for an order with identical fields', async shop => {
  const [item, other] = [await shop.item(), await shop.item()]
  const ann = await shop.customer()
  const headers = { 'idempotency-key': 'form-3' }
  const { _id } = (await ann.order(item, 1, {}, headers)).json()
  const changes = [
    { itemId: other._id },
    { ownerName: 'Somebody Else' },
    { mobileNumber: '555 0199' },
    { address: '2 Test Street' },
  ]
  for (const change of changes) {
    const answer = await ann.order(item, 1, change, headers)
    assert.equal(answer.json().code, 'idempotency_conflict', JSON.stringify(change))
  }
  assert.equal((await ann.order(item, 2, {}, headers)).json().code, 'idempotency_conflict')
  assert.equal((await ann.order(item, 1, {}, headers)).json()._id, _id)
  assert.equal((await ordersOf(ann)).length, 1)
})

/** Fails if the link to the next page is broken, or if a removed order can still be read. */
onBothEngines('an admin can page through all orders; removed ones are not listed', async shop => {
  const admin = await newAdmin(shop)
  const item = await shop.item({ availableQuantity: 9 })
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const placed: string[] = []
  for (const customer of [ann, bob, ann, bob, ann]) placed.push(await place(customer, item))
  const [gone = '', ...rest] = placed
  assert.equal((await ann.call('DELETE', `/api/myBooking/${gone}`)).statusCode, 204)
  assert.equal((await ann.call('GET', `/api/booking/${gone}`)).statusCode, 404)
  const seen: string[] = []
  let next: string | undefined = '/api/booking?limit=3'
  while (next) {
    const page = await admin.call('GET', next)
    assert.equal(page.statusCode, 200, next)
    seen.push(...page.json().map(({ _id }: { _id: string }) => _id))
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.deepEqual(seen, rest.sort().reverse())
})

/** Fails if the bag contains paid, removed or other users' orders. */
onBothEngines('the bag contains the customer’s unpaid orders, newest first', async shop => {
  const item = await shop.item({ availableQuantity: 9 })
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  const [paid, removed] = [await place(ann, item), await place(ann, item)]
  const open = [await place(ann, item), await place(ann, item)]
  await payFor(shop, paid, 'pi_1')
  await ann.call('DELETE', `/api/myBooking/${removed}`)
  const bagOf = async (customer: Customer) =>
    (await customer.call('GET', '/api/myBag')).json<{ _id: string }[]>().map(({ _id }) => _id)
  assert.deepEqual(await bagOf(ann), open.sort().reverse())
  assert.deepEqual(await bagOf(bob), [])
})
