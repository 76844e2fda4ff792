import assert from 'node:assert/strict'
import { item as itemShape } from '#contract/items.ts'
import { review as reviewShape } from '#contract/reviews.ts'
import { onBothEngines, onSqlite } from '../../../tests/helpers/shop.ts'
import * as items from '../store/items.ts'

onBothEngines('items are paged, newest first, as in the contract', async shop => {
  const items = await Promise.all(['One', 'Two', 'Three', 'Four', 'Five'].map(name => shop.item({ name })))
  const names = items.sort((a, b) => (a._id > b._id ? -1 : 1)).map(({ name }) => name)
  const seen: string[] = []
  let next: string | undefined = '/api/items?limit=2'
  while (next) {
    const page = await shop.call({ url: next })
    for (const item of page.json()) seen.push(itemShape.parse(item).name)
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.deepEqual(seen, names)
})

onSqlite('long responses are compressed if the client accepts it', async shop => {
  for (let i = 0; i < 20; i++) await shop.item({ name: `Item number ${i}` })
  const plain = await shop.call({ url: '/api/items' })
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const encoding of ['br', 'gzip']) {
    const packed = await shop.call({ url: '/api/items', headers: { 'accept-encoding': encoding } })
    assert.equal(packed.headers['content-encoding'], encoding)
    assert.equal(packed.headers.vary, 'Accept-Encoding')
    assert.ok(packed.rawPayload.length < plain.rawPayload.length / 3)
    assert.notEqual(packed.headers.etag, plain.headers.etag)
  }
})

onSqlite('a removed item is not listed, found or sold', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  await shop.deps.db.write(tx => items.remove(tx, item._id, 1))
  assert.deepEqual((await shop.call({ url: '/api/items' })).json(), [])
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).statusCode, 404)
  assert.equal((await ann.order(item)).statusCode, 404)
})

onBothEngines('reviews have whole stars from 1 to 5, and are paged, newest first', async shop => {
  const ann = await shop.customer()
  const write = (starRating: unknown, comment = 'Nice') =>
    ann.call('POST', '/api/myReview', { name: 'Ann', comment, starRating })
  for (const bad of [0, 6, 2.5, '5', null]) assert.equal((await write(bad)).statusCode, 400, String(bad))
  const written: { _id: string; comment: string }[] = []
  for (let i = 1; i <= 10; i++) written.push((await write(5, `Review ${i}`)).json())
  const newest = written.sort((a, b) => (a._id > b._id ? -1 : 1)).map(({ comment }) => comment)
  assert.equal((await write(5)).json().code, 'too_many_requests')
  const list = (await shop.call({ url: '/api/reviews?limit=3' }))
    .json()
    .map((row: unknown) => reviewShape.parse(row))
  assert.deepEqual(
    list.map((review: { comment: string }) => review.comment),
    newest.slice(0, 3),
  )
})

onSqlite('a profile is empty at first, created once by POST, replaced by PUT', async shop => {
  const ann = await shop.customer('ann@example.com')
  const mine = async () => (await ann.call('GET', '/api/myProfile/ann@example.com')).json()
  const empty = {
    name: 'Test Customer',
    email: 'ann@example.com',
    address: '',
    education: '',
    linkedin: '',
    mobileNumber: '',
  }
  assert.deepEqual(await mine(), empty)
  const profile = { ...empty, address: 'A', education: 'B', linkedin: 'C', mobileNumber: 'D' }
  assert.equal((await ann.call('POST', '/api/myProfile', profile)).statusCode, 201)
  const again = await ann.call('POST', '/api/myProfile', { ...profile, address: 'Z' })
  assert.equal(again.statusCode, 200)
  assert.equal(again.json().address, 'A')
  assert.equal((await ann.call('PUT', '/api/myProfile', { ...profile, address: 'Z' })).statusCode, 200)
  assert.deepEqual(await mine(), { ...profile, address: 'Z' })
  const foreign = await ann.call('PUT', '/api/myProfile', { ...profile, email: 'eve@example.com' })
  assert.equal(foreign.statusCode, 403)
})
