import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { engines, migratedDatabase } from '../../../tests/helpers/databases.ts'
import { newAdmin, onBothEngines, onSqlite, openShopAt, type TestShop } from '../../../tests/helpers/shop.ts'

/** Connects like a browser, over a real connection. */
async function connect({ app }: TestShop) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers, method })
}

const quantityIn = async ({ call }: TestShop, id: string) =>
  (await call({ url: `/api/items/${id}` })).json().availableQuantity

const listed = async ({ call }: TestShop) => (await call({ url: '/api/items' })).json()[0]

/** Fails if `items.hold` or `items.giveBack` does not report that the stock has changed. */
onBothEngines('an order shows on its item immediately, and in lists within a second', async shop => {
  const { _id, ...item } = await shop.item({ availableQuantity: 4 })
  const buyer = await shop.customer()
  assert.equal((await listed(shop)).availableQuantity, 4)
  const order = (await buyer.order({ _id, ...item })).json()
  assert.equal(await quantityIn(shop, _id), 3)
  await eventually(async () => (await listed(shop)).availableQuantity === 3, 'the order in the list')
  assert.equal((await buyer.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
  assert.equal(await quantityIn(shop, _id), 4)
})

/**
 * Fails if a write of the store does not report that the catalogue has changed: the admin would not see their own
 * change.
 */
onBothEngines('the changes of an admin are visible everywhere immediately', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item({ name: 'Tray', price: 10, availableQuantity: 4 })
  const item = `/api/item/${_id}`
  const seen = async () => {
    const [one, all] = [await shop.call({ url: `/api/items/${_id}` }), await shop.call({ url: '/api/items' })]
    const pick = ({ price, availableQuantity }: { price: number; availableQuantity: number }) =>
      `${price} ${availableQuantity}`
    return [one.statusCode === 200 ? pick(one.json()) : one.statusCode, all.json().map(pick)]
  }
  const change = async (...call: Parameters<typeof admin.call>) => {
    await seen()
    const answer = await admin.call(...call)
    assert.ok(answer.statusCode < 300, answer.body)
  }
  await change('PATCH', item, { version: 1, price: 20 })
  assert.deepEqual(await seen(), ['20 4', ['20 4']])
  await change('POST', `${item}/stock`, { change: 6, reason: 'Counted' })
  assert.deepEqual(await seen(), ['20 10', ['20 10']])
  await change('PATCH', item, { version: 2, hidden: true })
  assert.deepEqual(await seen(), [404, []])
  await change('PATCH', item, { version: 3, hidden: false })
  assert.deepEqual(await seen(), ['20 10', ['20 10']])
  await change('DELETE', item)
  assert.deepEqual(await seen(), [404, []])
  await change('PUT', `${item}/removed`, { removed: false })
  assert.deepEqual(await seen(), ['20 10', ['20 10']])
})

/** Fails if a review does not count as a change of the catalogue. */
onBothEngines('new, hidden and answered reviews are visible immediately', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const seen = async () =>
    (await shop.call({ url: '/api/reviews' }))
      .json()
      .map((row: { comment: string; answer: string }) => [row.comment, row.answer])
  assert.deepEqual(await seen(), [])
  const { _id } = (
    await ann.call('POST', '/api/myReview', { name: 'Ann', comment: 'Good', starRating: 5 })
  ).json()
  assert.deepEqual(await seen(), [['Good', null]])
  await admin.call('PATCH', `/api/review/${_id}`, { answer: 'Thanks' })
  assert.deepEqual(await seen(), [['Good', 'Thanks']])
  await admin.call('PATCH', `/api/review/${_id}`, { hidden: true })
  assert.deepEqual(await seen(), [])
})

/** Fails without the time to live. */
for (const engine of engines)
  test(`changes of another process are visible within a second [${engine}]`, async t => {
    const database = await migratedDatabase(engine)
    const [one, other] = [await openShopAt(database, engine), await openShopAt(database, engine)]
    t.onTestFinished(async () => {
      await one.close()
      await other.close()
      await database.remove()
    })
    const { _id } = await one.item({ price: 10 })
    const priceAt = async ({ call }: TestShop) => (await call({ url: `/api/items/${_id}` })).json().price
    assert.equal(await priceAt(one), 10)
    await (await newAdmin(other)).call('PATCH', `/api/item/${_id}`, { version: 1, price: 20 })
    assert.equal(await priceAt(other), 20)
    await eventually(async () => (await priceAt(one)) === 20, 'the new price')
  })

onSqlite('a browser that already has the response gets a 304', async shop => {
  await shop.item()
  const get = await connect(shop)
  const etag = (await get('/api/items')).headers.get('etag') ?? ''
  const answer = await get('/api/items', { 'if-none-match': etag })
  assert.deepEqual([answer.status, answer.headers.get('etag'), await answer.text()], [304, etag, ''])
})

/** Fails if the cache key is the address alone: a browser would get an encoding that it cannot read. */
onSqlite('each browser gets the response in an encoding that it accepts', async shop => {
  await shop.item({ description: 'long '.repeat(300) })
  const get = await connect(shop)
  const as = async (encoding: string) => {
    const answer = await get('/api/items', { 'accept-encoding': encoding })
    assert.equal(answer.headers.get('vary'), 'Accept-Encoding', 'shared caches keep the encodings apart')
    const [item] = (await answer.json()) as { name: string }[]
    return [answer.headers.get('content-encoding'), item?.name]
  }
  for (const _ of ['made', 'ready']) {
    assert.deepEqual(await as('br'), ['br', 'Test Tray'])
    assert.deepEqual(await as('gzip'), ['gzip', 'Test Tray'])
    assert.deepEqual(await as('identity'), [null, 'Test Tray'])
    assert.deepEqual(await as('gzip, br'), ['br', 'Test Tray'])
  }
})

onSqlite('only responses that are the same for everyone are cached', async shop => {
  const [ann, bob] = [await shop.customer(), await shop.customer()]
  await ann.order(await shop.item())
  const get = await connect(shop)
  const path = `/api/myBooking/${encodeURIComponent(ann.email)}`
  const as = ({ token }: { token: string }) => get(path, { authorization: `Bearer ${token}` })
  assert.equal((await as(ann)).status, 200)
  assert.equal((await as(bob)).status, 403)
  assert.equal((await get(path)).status, 401)
})
