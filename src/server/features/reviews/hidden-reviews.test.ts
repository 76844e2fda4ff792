import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { type Review, review as reviewShape } from '#contract/reviews.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../../tests/helpers/small-web.ts'
import { servePages } from '../../pages/pages.ts'

const write = async (customer: Customer, comment: string): Promise<Review> =>
  (await customer.call('POST', '/api/myReview', { name: 'Ann', comment, starRating: 5 })).json()

const change = (by: Customer, { _id }: Pick<Review, '_id'>, body: object) =>
  by.call('PATCH', `/api/review/${_id}`, body)

const commentsOf = (rows: Review[]) => rows.map(({ comment }) => comment)

const shown = async (shop: TestShop): Promise<Review[]> => (await shop.call({ url: '/api/reviews' })).json()

const all = async (by: Customer): Promise<Review[]> =>
  (await by.call('GET', '/api/reviews?hidden=true')).json().map((one: unknown) => reviewShape.parse(one))

onSqlite('only admins see a hidden review until it is shown again; nothing is deleted', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const written: Review[] = []
  for (const comment of ['One', 'Two', 'Three']) {
    shop.travel(10)
    written.push(await write(ann, comment))
  }
  const [, two] = written
  assert.ok(two)
  assert.equal(two.hidden, false)
  assert.deepEqual(commentsOf(await shown(shop)), ['Three', 'Two', 'One'])
  for (const _ of ['once', 'again']) {
    const hidden = await change(admin, two, { hidden: true })
    assert.deepEqual([hidden.statusCode, hidden.json()], [200, { ...two, hidden: true }])
    shop.travel(1000)
  }
  assert.deepEqual(commentsOf(await shown(shop)), ['Three', 'One'])
  assert.deepEqual(
    (await all(admin)).map(({ comment, hidden }) => [comment, hidden]),
    [
      ['Three', false],
      ['Two', true],
      ['One', false],
    ],
  )
  const page = await admin.call('GET', '/api/reviews?hidden=true&limit=2')
  assert.match(String(page.headers.link), /hidden=true/, 'the next page is asked for in the same way')
  assert.equal((await change(admin, two, { hidden: false })).json().hidden, false)
  assert.deepEqual(commentsOf(await shown(shop)), ['Three', 'Two', 'One'])
})

/** Fails if an admin's response is cached for its URL, or if only the page checks the role. */
onBothEngines('only admins can list hidden reviews, even after an admin’s request', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  await change(admin, await write(ann, 'Rude'), { hidden: true })
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const ask = (token?: string, query = 'hidden=true') =>
    fetch(`http://127.0.0.1:${port}/api/reviews?${query}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })
  for (const _ of ['first', 'kept']) {
    const told = await ask(admin.token)
    assert.equal(told.headers.get('cache-control'), 'no-store')
    assert.match(await told.text(), /Rude/)
    for (const token of [ann.token, undefined, 'x'.repeat(43)]) {
      const refused = await ask(token)
      assert.equal(refused.status, token === ann.token ? 403 : 401)
      assert.doesNotMatch(await refused.text(), /Rude/)
    }
    assert.deepEqual(await (await ask(admin.token, '')).json(), [])
  }
  assert.equal((await ask(admin.token, 'hidden=false')).status, 400)
})

onSqlite('an admin answers a review, edits the answer and deletes it', async shop => {
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  const review = await write(ann, 'Good')
  assert.equal(review.answer, null)
  for (const answer of ['Thank you.', 'Thank you, Ann.', null]) {
    const answered = await change(admin, review, { answer })
    assert.deepEqual(answered.json(), { ...review, answer })
    assert.deepEqual(await shown(shop), [{ ...review, answer }])
  }
  await change(admin, review, { answer: ' Kept ' })
  await change(admin, review, { hidden: true })
  await change(admin, review, { hidden: false })
  assert.equal((await shown(shop))[0]?.answer, 'Kept')
  for (const bad of [{}, { answer: '' }, { answer: ' ' }, { answer: 'x'.repeat(2001) }, { hidden: null }])
    assert.equal((await change(admin, review, bad)).statusCode, 400, JSON.stringify(bad))
  const none = await change(admin, { _id: '0199a000-0000-7000-8000-000000000000' }, { hidden: true })
  assert.deepEqual([none.statusCode, none.json().code], [404, 'not_found'])
})

/** Fails if a cached page may lag behind a hidden review as behind an order: it would stay visible for a second. */
onSqlite('a hidden review disappears from all pages immediately, even from a fresh cache', async shop => {
  const web = smallWeb(async (_, { reviews }) => commentsOf(await reviews(12)).join())
  servePages(shop.app, shop.deps, async () => web)
  const [admin, ann] = [await newAdmin(shop), await shop.customer()]
  await write(ann, 'Good')
  const rude = await write(ann, 'Rude')
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const home = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
  for (let round = 0; round < 3; round++) {
    for (const _ of ['made', 'kept']) assert.equal((await home()).split(',').sort().join(), 'Good,Rude')
    await change(admin, rude, { hidden: true })
    for (const _ of ['made', 'kept']) assert.equal(await home(), 'Good')
    await change(admin, rude, { hidden: false })
  }
})
