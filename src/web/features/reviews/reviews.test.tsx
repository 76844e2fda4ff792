import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { ann, as, asVisitor, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const write = 'POST /api/myReview'
const review = { _id: ann.uid, name: 'Ann', comment: 'Good.', starRating: 4, answer: null, hidden: false }

async function writing(
  t: TestContext,
  net: Network = as(ann).on(write, () => json(review, 201)),
): Promise<Visit> {
  const page = await visit(t, '/dashboard/myReview', net)
  await page.until(() => page.control('REVIEW SUBMIT'))
  return page
}

const chosen = (page: Visit) =>
  page.all<HTMLInputElement>('input[type=radio]').filter(({ checked }) => checked)

test('missing fields show the spec’s sentences', async t => {
  const page = await writing(t)
  await page.press('REVIEW SUBMIT')
  assert.deepEqual(
    [page.complaint('Name'), page.complaint('Comment')],
    ['Name is required', 'Comment is required'],
  )
})

/** Fails if the lit stars and the sent rating differ. */
test('two of five stars are lit at first, and the lit stars are the number that is sent', async t => {
  const page = await writing(t)
  assert.equal(page.all('input[type=radio]').length, 5)
  assert.deepEqual(
    chosen(page).map(({ value }) => value),
    ['2'],
  )
  await page.fill({ Name: ' Ann ', Comment: ' Good. ' })
  await page.press('REVIEW SUBMIT')
  assert.deepEqual(page.net.to(write)[0]?.body, { name: 'Ann', comment: 'Good.', starRating: 2 })
  await page.fill({ Name: 'Ann', Comment: 'Better.' })
  page.field('5 stars').click()
  assert.deepEqual(
    chosen(page).map(({ value }) => value),
    ['5'],
  )
  await page.press('REVIEW SUBMIT')
  assert.deepEqual(page.net.to(write)[1]?.body, { name: 'Ann', comment: 'Better.', starRating: 5 })
  // The form is empty again.
  assert.deepEqual([page.field('Name').value, chosen(page).map(({ value }) => value)], ['', ['2']])
  assert.match(page.text, /Thank you for your review/)
})

test('a refusal keeps the typed text', async t => {
  const page = await writing(
    t,
    as(ann).on(write, () => refusal('too_many_requests')),
  )
  await page.fill({ Name: 'Ann', Comment: 'Good.' })
  await page.press('REVIEW SUBMIT')
  assert.match(page.text, /Refused: too_many_requests/)
  assert.equal(page.field('Comment').value, 'Good.')
})

test('the form names the item in the address, and sends its id', async t => {
  const page = await visit(
    t,
    `/dashboard/myReview?item=${tray._id}`,
    as(ann).on(write, () => json(review, 201)),
  )
  await page.until(() => /About Oak Desk Tray/.test(page.text))
  await page.fill({ Name: 'Ann', Comment: 'Good.' })
  await page.press('REVIEW SUBMIT')
  const sent = { name: 'Ann', comment: 'Good.', starRating: 2 }
  assert.deepEqual(page.net.to(write)[0]?.body, { ...sent, itemId: tray._id })
  await page.press('Review the shop instead')
  assert.equal(page.at(), '/dashboard/myReview')
  await page.fill({ Name: 'Ann', Comment: 'Good.' })
  await page.press('REVIEW SUBMIT')
  assert.deepEqual(page.net.to(write)[1]?.body, sent)
})

test('with a missing item the form reviews the shop', async t => {
  const gone = ann.uid
  const net = as(ann).on(`GET /api/items/${gone}`, () => refusal('not_found'))
  const page = await visit(t, `/dashboard/myReview?item=${gone}`, net)
  await page.until(() => /no longer on sale/.test(page.text))
  assert.ok(page.control('REVIEW SUBMIT'))
})

test('a new review is on the home page without a reload', async t => {
  const net = as(ann)
    .on(write, () => json(review, 201))
    .on(
      'GET /api/reviews',
      () => json([]),
      () => json([review]),
    )
  const page = await visit(t, '/', net)
  await page.until(() => net.to('GET /api/reviews').length === 1)
  await page.go('/dashboard/myReview')
  await page.fill({ Name: 'Ann', Comment: 'Good.' })
  await page.press('REVIEW SUBMIT')
  await page.go('/')
  await page.until(() => /User Reviews/.test(page.text))
})

test('each review shows its name, its rating as text and stars, and its comment', async t => {
  const page = await visit(
    t,
    '/',
    asVisitor().on('GET /api/reviews', () => json([review])),
  )
  await page.until(() => page.all('.review-card').length === 1)
  assert.equal(page.words('.review-card')[0], 'Rating: 4Good.Ann')
  assert.deepEqual(
    page.all('.review-card .star').map(star => star.dataset.lit),
    ['true', 'true', 'true', 'true', 'false'],
  )
  assert.equal(page.one('.review-card .stars').getAttribute('aria-label'), '4 out of 5 stars')
})

test('the star rating page starts at two and shows the selected rating', async t => {
  const page = await visit(t, '/starRating', asVisitor())
  assert.match(page.text, /Rating: 2/)
  page.field('4 stars').click()
  await page.until(() => /Rating: 4/.test(page.text))
})

test('the three newest reviews are below the form', async t => {
  const reviews = ['Fine.', 'Good.', 'Better.', 'Oldest.'].map((comment, index) => ({
    ...review,
    _id: review._id.replace(/.$/, String(index)),
    comment,
  }))
  const page = await writing(
    t,
    as(ann).on('GET /api/reviews', () => json(reviews)),
  )
  await page.until(() => /What others say/.test(page.text))
  assert.deepEqual(page.words('.latest-reviews blockquote'), ['Fine.', 'Good.', 'Better.'])
})

test('without reviews nothing is below the form', async t => {
  const page = await writing(t)
  await page.until(() => page.net.to('GET /api/reviews').length === 1)
  await page.until(() => page.words('main h2').length === 1)
})
