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

test('the pages of an admin have the titles of their menu', async t => {
  const net = as(ada)
    .on(`GET /api/myProfile/${ada.email}`, () => json({ name: 'Ada', email: ada.email }))
    .on(`GET /api/myBooking/${ada.email}`, () => json([]))
    .on(`GET /api/booking/${order._id}`, () => refusal('not_found'))
    .on('GET /api/payment-options', () => json({ cards: null }))
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

test('an item’s page is titled by the item, coming from another page too', async t => {
  const page = await visit(t, '/team', as(ann))
  await page.go(item)
  assert.equal(await page.title(), 'Oak Desk Tray · Tuckshop')
})

for (const code of ['not_found', 'bad_input'] as const) {
  test(`without such an item (${code}) its page has a title all the same`, async t => {
    const page = await visit(
      t,
      item,
      as(ann).on(one, () => refusal(code)),
    )
    assert.equal(await page.title(), 'Order an item · Tuckshop')
  })
}

/** Fails where trying again reads the item and not the loader: the page would keep the title of an unknown one. */
test('an item that comes with the second try brings its title', async t => {
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
