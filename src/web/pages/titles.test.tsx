import assert from 'node:assert/strict'
import { test } from 'vitest'
import { json, lost, refusal } from '../../../tests/helpers/web/network.ts'
import { holdClock, pass } from '../../../tests/helpers/web/screen.ts'
import { ada, ann, as, asVisitor, order, tray } from '../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../tests/helpers/web/visit.tsx'

const one = `GET /api/items/${tray._id}`
const item = `/items/${tray._id}`

for (const [path, title] of [
  ['/', 'Tuckshop: small goods, well made'],
  ['/login', 'Login · Tuckshop'],
  ['/signup', 'Signup · Tuckshop'],
  ['/portfolio', 'Portfolio · Tuckshop'],
  ['/team', 'Our Team · Tuckshop'],
  ['/starRating', 'Star rating · Tuckshop'],
  ['/no/such/page', 'Not found · Tuckshop'],
] as const) {
  test(`${path} is titled ${title}`, async t => {
    const page = await visit(t, path, asVisitor())
    assert.equal(await page.title(), title)
  })
}

test('the admin pages have the titles of their menu entries', async t => {
  const net = as(ada)
    .on(`GET /api/myProfile/${ada.email}`, () => json({ name: 'Ada', email: ada.email }))
    .on(`GET /api/myBooking/${ada.email}`, () => json([]))
    .on(`GET /api/booking/${order._id}`, () => refusal('not_found'))
    .on('GET /api/payment-options', () => json({ cards: null, emails: false }))
    .on('GET /api/booking', () => json([]))
    .on('GET /api/users', () => json([]))
  const page = await visit(t, '/dashboard', net)
  for (const [path, title] of [
    ['/items', 'Our Items'],
    ['/dashboard', 'My Profile'],
    ['/dashboard/myReview', 'Add a Review'],
    ['/dashboard/myOrder', 'My Orders'],
    [`/dashboard/payment/${order._id}`, 'Payment'],
    ['/dashboard/allUsers', 'All Users'],
    ['/dashboard/addItem', 'Add a Item'],
    ['/dashboard/manageItems', 'Manage Items'],
    ['/dashboard/manageAllOrders', 'Manage All Orders'],
  ] as const) {
    await page.go(path)
    assert.equal(await page.title(), `${title} · Tuckshop`)
  }
})

test('an item’s page is titled after the item, also after a client-side navigation', async t => {
  const page = await visit(t, '/team', as(ann))
  await page.go(item)
  assert.equal(await page.title(), 'Oak Desk Tray · Tuckshop')
})

for (const code of ['not_found', 'bad_input'] as const) {
  test(`the page of a missing item (${code}) has a title too`, async t => {
    const page = await visit(
      t,
      item,
      as(ann).on(one, () => refusal(code)),
    )
    assert.equal(await page.title(), 'Order an item · Tuckshop')
  })
}

/** Fails if a retry fetches only the item and not the loader: the page would keep the title of a missing item. */
test('an item that loads with the second try sets the title', async t => {
  holdClock(t)
  const page = await visit(t, item, as(ann).on(one, lost))
  for (const pause of [1000, 2000]) await pass(pause)
  await page.until(() => page.control('Try again'))
  assert.equal(await page.title(), 'Order an item · Tuckshop')
  page.net.on(one, () => json(tray))
  await page.press('Try again')
  await page.until(() => page.control('ORDER NOW'))
  assert.equal(await page.title(), 'Oak Desk Tray · Tuckshop')
})
