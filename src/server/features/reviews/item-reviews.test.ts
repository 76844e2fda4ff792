import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import type { Review } from '#contract/reviews.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { recordPayment } from '../../../../tests/helpers/record-payment.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const write = (customer: Customer, words: object = {}) =>
  customer.call('POST', '/api/myReview', { name: 'Ann', comment: 'Good', starRating: 5, ...words })

/** A customer who has paid for one unit. */
async function buyerOf(shop: TestShop, item: Item): Promise<Customer> {
  const buyer = await shop.customer()
  const { _id } = (await buyer.order(item)).json()
  await shop.deps.db.write(tx => recordPayment(tx, _id, `pi_${_id}`, shop.deps.now()))
  return buyer
}

const ratingOf = async (shop: TestShop, { _id }: Item) => {
  const one = (await shop.call({ url: `/api/items/${_id}` })).json<Item>()
  const list = (await shop.call({ url: '/api/items' })).json<Item[]>()
  const listed = list.find(other => other._id === _id)
  assert.deepEqual([listed?.stars, listed?.reviewCount], [one.stars, one.reviewCount])
  return [one.stars, one.reviewCount]
}

const reviewsOf = async (shop: TestShop, query: string) =>
  (await shop.call({ url: `/api/reviews?${query}` })).json<Review[]>()

onSqlite('only customers who have paid for an item can review it', async shop => {
  const [item, other] = [await shop.item({ name: 'Tray' }), await shop.item({ name: 'Mug' })]
  const [buyer, stranger] = [await buyerOf(shop, item), await shop.customer()]
  assert.equal((await stranger.order(item)).statusCode, 201, 'an order that is not paid is not enough')
  for (const [who, itemId] of [
    [stranger, item._id],
    [buyer, other._id],
    [buyer, '0199a000-0000-7000-8000-000000000000'],
  ] as const) {
    const refused = await write(who, { itemId })
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'not_bought'])
  }
  assert.deepEqual(await ratingOf(shop, item), [null, 0])
  const answer = await write(buyer, { itemId: item._id })
  assert.equal(answer.statusCode, 201)
  const written = answer.json<Review>()
  assert.deepEqual([written.itemId, written.verified, written.answer], [item._id, true, null])
  assert.equal(new Date(written.createdAt).toISOString(), written.createdAt)
  const general = (await write(buyer)).json<Review>()
  assert.deepEqual([general.itemId, general.verified], [null, false])
  assert.deepEqual(await reviewsOf(shop, `itemId=${item._id}`), [written])
  assert.deepEqual(await reviewsOf(shop, `itemId=${other._id}`), [])
  assert.equal((await reviewsOf(shop, '')).length, 2, 'the home page shows all of them')
  assert.deepEqual(await ratingOf(shop, item), [5, 1])
  assert.deepEqual(await ratingOf(shop, other), [null, 0])
})

/** Fails if the text of a hidden review returns by writing it again, or if the figures count both. */
onBothEngines('a second review of an item replaces the first', async shop => {
  const item = await shop.item()
  const [admin, ann, bob] = [await newAdmin(shop), await buyerOf(shop, item), await buyerOf(shop, item)]
  const first = (await write(ann, { itemId: item._id, starRating: 2 })).json<Review>()
  await write(bob, { itemId: item._id, starRating: 5 })
  await admin.call('PATCH', `/api/review/${first._id}`, { answer: 'Sorry.' })
  assert.deepEqual(await ratingOf(shop, item), [3.5, 2])
  const second = (await write(ann, { itemId: item._id, starRating: 4, comment: 'Better' })).json<Review>()
  assert.deepEqual(
    second,
    { ...first, starRating: 4, comment: 'Better' },
    'without the answer to the earlier text',
  )
  assert.deepEqual(await ratingOf(shop, item), [4.5, 2])
  await admin.call('PATCH', `/api/review/${first._id}`, { hidden: true })
  assert.deepEqual(await ratingOf(shop, item), [5, 1])
  assert.equal((await write(ann, { itemId: item._id, starRating: 1 })).json().hidden, true)
  assert.deepEqual(await ratingOf(shop, item), [5, 1])
  await admin.call('PATCH', `/api/review/${first._id}`, { hidden: false })
  assert.deepEqual(await ratingOf(shop, item), [3, 2])
})

/** Fails if the figures are read and then written: concurrent changes would be lost. */
onBothEngines('reviews that are written, hidden and shown concurrently count once each', async shop => {
  const item = await shop.item({ availableQuantity: 50 })
  const admin = await newAdmin(shop)
  const buyers: Customer[] = []
  for (let n = 0; n < 8; n++) buyers.push(await buyerOf(shop, item))
  const words = { itemId: item._id, starRating: 4 }
  const answers = await Promise.all(buyers.flatMap(buyer => [write(buyer, words), write(buyer, words)]))
  assert.deepEqual([...new Set(answers.map(({ statusCode }) => statusCode))], [201])
  assert.deepEqual(await ratingOf(shop, item), [4, 8])
  const ids = new Set(answers.map(answer => answer.json<Review>()._id))
  assert.equal(ids.size, 8)
  await Promise.all(
    [...ids].flatMap(id => [1, 2].map(() => admin.call('PATCH', `/api/review/${id}`, { hidden: true }))),
  )
  assert.deepEqual(await ratingOf(shop, item), [null, 0])
})

onBothEngines('the reviews of an item are paged, newest first', async shop => {
  const item = await shop.item({ availableQuantity: 50 })
  const written: string[] = []
  for (let n = 0; n < 3; n++) {
    shop.travel(10)
    written.unshift((await write(await buyerOf(shop, item), { itemId: item._id })).json<Review>()._id)
    await write(await shop.customer())
  }
  const first = await shop.call({ url: `/api/reviews?itemId=${item._id}&limit=2` })
  const [, next = ''] = /<([^>]+)>/.exec(String(first.headers.link)) ?? []
  const second = await shop.call({ url: next })
  const ids = [...first.json<Review[]>(), ...second.json<Review[]>()].map(({ _id }) => _id)
  assert.deepEqual(ids, written)
  assert.equal(second.headers.link, undefined)
})
