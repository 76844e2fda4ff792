import assert from 'node:assert/strict'
import type { Review } from '#contract/reviews.ts'
import { newAdmin, onBothEngines } from '../../../../tests/helpers/shop.ts'
import * as reviews from '../../store/reviews.ts'

/** Fails if a filter is applied to the first step of reading alone, or if visitors may use one. */
onBothEngines('admins filter reviews by item, stars and whether they are answered', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const { uid } = (await ann.call('GET', '/api/auth/me')).json()
  const [tray, mug] = [await shop.item({ name: 'Oak Tray' }), await shop.item({ name: 'Café Mug' })]
  const write = async (comment: string, star_rating: number, more: object = {}) => {
    shop.travel(10)
    const { json } = await ann.call('POST', '/api/myReview', {
      name: 'Ann',
      comment,
      starRating: star_rating,
    })
    const { _id: id } = json()
    await shop.deps.db.write(tx =>
      tx
        .updateTable('reviews')
        .set({ user_id: uid, ...more })
        .where('id', '=', id)
        .execute(),
    )
  }
  await write('one', 2, { item_id: tray._id })
  await write('two', 5, { item_id: mug._id })
  await write('three', 2)
  await write('four', 2, { hidden_at: 1 })
  await write('five', 1, { answer: 'Sorry.' })
  await shop.deps.db.write(reviews.recount)
  const found = async (query: string) =>
    (await admin.call('GET', `/api/reviews?${query}`)).json<Review[]>().map(({ comment }) => comment)
  assert.deepEqual(await found('hidden=true'), ['five', 'four', 'three', 'two', 'one'])
  assert.deepEqual(await found('stars=2'), ['four', 'three', 'one'])
  assert.deepEqual(await found('stars=2&unanswered=true'), ['three', 'one'])
  assert.deepEqual(await found('unanswered=true'), ['three', 'two', 'one'])
  assert.deepEqual(await found('search=OAK'), ['one'])
  assert.deepEqual(await found('search=cafe'), ['two'])
  assert.deepEqual(await found('search=tray&stars=5'), [])
  const [first] = (await admin.call('GET', '/api/reviews?stars=2&limit=1')).json<Review[]>()
  assert.deepEqual(await found(`stars=2&after=${first?._id}`), ['three', 'one'])
  const names = (await admin.call('GET', '/api/reviews?hidden=true')).json<Review[]>()
  assert.deepEqual(
    names.map(({ itemName }) => itemName),
    [null, null, null, 'Café Mug', 'Oak Tray'],
  )
  for (const query of ['stars=2', 'unanswered=true', 'search=oak'])
    assert.equal((await ann.call('GET', `/api/reviews?${query}`)).statusCode, 403, query)
  assert.equal((await admin.call('GET', '/api/reviews?stars=6')).statusCode, 400)
  const visitors = (await shop.call({ url: '/api/reviews' })).json<Review[]>()
  assert.ok(visitors.every(review => !('itemName' in review)))
})
