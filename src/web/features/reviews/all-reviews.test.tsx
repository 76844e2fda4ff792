import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Review } from '#contract/reviews.ts'
import { json, type Network } from '../../../../tests/helpers/web/network.ts'
import { holdClock } from '../../../../tests/helpers/web/screen.ts'
import { ada, ann, as, asVisitor, bob } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const list = 'GET /api/reviews'
const good: Review = {
  _id: ann.uid,
  name: 'Ann',
  comment: 'Good.',
  starRating: 4,
  itemId: null,
  verified: false,
  createdAt: '2026-11-15T09:30:00.000Z',
  answer: 'Thank you.',
  hidden: false,
}
const rude: Review = {
  ...good,
  _id: bob.uid,
  name: 'Bob',
  comment: 'Rude.',
  itemName: 'Oak Desk Tray',
  answer: null,
  hidden: true,
}
const change = ({ _id }: Review) => `PATCH /api/review/${_id}`

async function managing(
  t: TestContext,
  net: Network = as(ada).on(list, () => json([good, rude])),
): Promise<Visit> {
  const page = await visit(t, '/dashboard/myReview', net)
  await page.until(() => page.words('li.panel').length > 0)
  return page
}

const press = (page: Visit, row: number, name: string) =>
  page
    .all<HTMLButtonElement>(`li.panel:nth-child(${row}) button`)
    .find(button => button.textContent === name)
    ?.click()

test('admins see every review below their own form, hidden ones marked', async t => {
  const page = await managing(t)
  assert.deepEqual(page.words('main h2'), ['Welcome to your Review', 'All reviews', 'Reply to the review'])
  assert.deepEqual(page.words('li.panel'), [
    'AnnThe shop, Nov 15, 2026, 9:30 AMGood.Reply from TuckshopThank you.HideEdit replyDelete reply',
    'BobHiddenOak Desk Tray, Nov 15, 2026, 9:30 AMRude.ShowReply',
  ])
  assert.deepEqual(
    page.net.to(list).map(({ query }) => query),
    [{ hidden: 'true', limit: '20' }],
  )
})

test('other users see their form, and request no hidden reviews', async t => {
  const page = await visit(t, '/dashboard/myReview', as(ann))
  await page.until(() => page.net.to(list).length === 1)
  await page.until(() => page.words('main h2').length === 1)
  assert.deepEqual(
    page.net.to(list).map(({ query }) => query),
    [{ limit: '12' }],
  )
  assert.equal(page.control('Hide'), undefined)
})

test('a review is hidden and shown again, and each time the list is fetched again', async t => {
  const net = as(ada)
    .on(
      list,
      () => json([good, rude]),
      () => json([{ ...good, hidden: true }, rude]),
      () => json([good, { ...rude, hidden: false }]),
    )
    .on(change(good), () => json({ ...good, hidden: true }))
    .on(change(rude), () => json({ ...rude, hidden: false }))
  const page = await managing(t, net)
  press(page, 1, 'Hide')
  await page.until(() => page.words('li.panel')[0]?.startsWith('AnnHidden'))
  assert.deepEqual(net.to(change(good))[0]?.body, { hidden: true })
  assert.match(page.text, /The review is hidden/)
  press(page, 2, 'Show')
  await page.until(() => page.words('li.panel')[1]?.startsWith('BobOak'))
  assert.deepEqual(net.to(change(rude))[0]?.body, { hidden: false })
})

test('an answer is written, corrected and withdrawn', async t => {
  const net = as(ada)
    .on(list, () => json([good, rude]))
    .on(change(good), () => json(good))
    .on(change(rude), () => json(rude))
  const page = await managing(t, net)
  press(page, 2, 'Reply')
  await page.until(() => page.control('Save reply'))
  await page.press('Save reply')
  assert.equal(page.complaint('Reply'), 'Reply is required')
  await page.type('Reply', ' We are sorry. ')
  await page.press('Save reply')
  await page.until(() => !page.control('Save reply'))
  assert.deepEqual(net.to(change(rude))[0]?.body, { answer: 'We are sorry.' })
  press(page, 1, 'Edit reply')
  await page.until(() => page.control('Save reply'))
  assert.equal(page.field('Reply').value, 'Thank you.')
  await page.press('Cancel')
  press(page, 1, 'Delete reply')
  await page.until(() => /The reply was deleted/.test(page.text))
  assert.deepEqual(
    net.to(change(good)).map(({ body }) => body),
    [{ answer: null }],
  )
})

test('an answer appears below its review on the home page', async t => {
  const page = await visit(
    t,
    '/',
    asVisitor().on(list, () => json([good, { ...rude, hidden: false }])),
  )
  await page.until(() => page.all('.review-card').length === 2)
  assert.deepEqual(page.words('.review-card'), [
    'Rating: 4Good.AnnReply from TuckshopThank you.',
    'Rating: 4Rude.Bob',
  ])
})

test('a review that an admin has hidden disappears from their home page without a reload', async t => {
  const net: Network = as(ada)
    .on(list, ({ query }) => json(query.hidden ? [good] : net.to(change(good)).length > 0 ? [] : [good]))
    .on(change(good), () => json({ ...good, hidden: true }))
  const page = await visit(t, '/', net)
  await page.until(() => page.all('.review-card').length === 1)
  await page.go('/dashboard/myReview')
  await page.until(() => page.control('Hide'))
  await page.press('Hide')
  await page.go('/')
  await page.until(() => !/User Reviews/.test(page.text))
})

/** Fails if whatever somebody has typed into the address is sent: the shop refuses it, and there is no list. */
test('a filter that does not exist counts as none', async t => {
  const net = as(ada).on(list, () => json([good]))
  const page = await visit(t, '/dashboard/myReview?stars=9&unanswered=no&search=%20', net)
  await page.until(() => page.words('li.panel').length > 0)
  assert.deepEqual(net.to(list).at(-1)?.query, { hidden: 'true', limit: '20' })
})

/** Fails if the letters of an unfinished pause are lost when another filter is chosen. */
test('another filter takes along what was just typed', async t => {
  const page = await managing(t)
  holdClock(t)
  await page.type('Search by item', 'oak')
  await page.type('Stars', '4')
  assert.equal(page.at(), '/dashboard/myReview?search=oak&stars=4')
})

test('reviews are filtered through the address, and each filter can be combined', async t => {
  const net = as(ada).on(list, ({ query }) => json(query.stars === '1' ? [] : [good]))
  const page = await visit(t, '/dashboard/myReview?stars=4&unanswered=true&search=oak', net)
  await page.until(() => page.words('li.panel').length > 0)
  const last = () => net.to(list).at(-1)?.query
  assert.deepEqual(last(), { hidden: 'true', limit: '20', stars: '4', unanswered: 'true', search: 'oak' })
  await page.type('Stars', '1')
  await page.until(() => /No reviews match\./.test(page.text))
  assert.equal(page.at(), '/dashboard/myReview?stars=1&unanswered=true&search=oak')
  await page.press('Show all reviews')
  await page.until(() => page.words('li.panel').length > 0)
  assert.equal(page.at(), '/dashboard/myReview')
})
