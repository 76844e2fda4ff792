import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import { json, type Network, nothing, refusal } from '../../../tests/helpers/web/network.ts'
import { holdClock, pass, settle } from '../../../tests/helpers/web/screen.ts'
import { ada, ann, as, asVisitor, listed, tray } from '../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../tests/helpers/web/visit.tsx'

const list = 'GET /api/items'
const mug = { ...tray, _id: tray._id.replace(/1$/, '2'), name: 'Stoneware Mug' }

async function items(t: TestContext, path = '/items', net: Network = as(ann)): Promise<Visit> {
  const page = await visit(t, path, net)
  await page.until(() => page.net.to(list).length > 0)
  await settle()
  return page
}

const lastQuery = (page: Visit) => page.net.to(list).at(-1)?.query

test('the list has pages of twelve, and more load until the end', async t => {
  const link = { link: '</api/items?after=x1>; rel="next"' }
  const net = as(ann).on(list, ({ query }) => (query.after ? json([mug]) : json([tray], 200, link)))
  const page = await items(t, '/items', net)
  assert.deepEqual(lastQuery(page), { limit: '12' })
  await page.press('Load more')
  assert.deepEqual(lastQuery(page), { limit: '12', after: 'x1' })
  assert.deepEqual(page.words('.item-card h2'), ['Oak Desk Tray', 'Stoneware Mug'])
  assert.equal(page.control('Load more'), undefined)
  const link2 = page.control('ORDER NOW: Stoneware Mug', 'a')
  assert.equal(link2?.getAttribute('href'), `/items/${mug._id}`)
})

test('the filter is read from the address; an unknown sort order falls back to the default', async t => {
  const page = await items(t, '/items?search=%20oak%20&sort=price')
  assert.deepEqual(lastQuery(page), { limit: '12', search: 'oak', sort: 'price' })
  assert.equal(page.field('Search items').value, 'oak')
  await page.go('/items?sort=nonsense')
  assert.deepEqual(lastQuery(page), { limit: '12' })
})

test('a search that is too long is cut to the limit', async t => {
  const page = await items(t, `/items?search=${'x'.repeat(500)}`)
  const { maxSearchLength } = await import('#domain/search.ts')
  assert.equal(lastQuery(page)?.search?.length, maxSearchLength)
})

test('typing searches once after a pause, is one history entry, and the box shows the address’s search', async t => {
  const page = await items(t)
  holdClock(t)
  const before = window.history.length
  await page.type('Search items', 'o')
  await pass(200)
  await page.type('Search items', 'oa ')
  await pass(250)
  assert.equal(page.at(), '/items')
  await pass(60)
  assert.equal(page.at(), '/items?search=oa')
  assert.deepEqual(lastQuery(page), { limit: '12', search: 'oa' })
  await page.type('Search items', 'oak')
  await pass(300)
  assert.equal(page.at(), '/items?search=oak')
  assert.equal(window.history.length, before + 1)
  assert.equal(page.net.to(list).length, 3)
  await page.type('Search items', 'oak t')
  await page.go('/items')
  assert.equal(page.field('Search items').value, '')
  await pass(300)
  assert.equal(page.at(), '/items', 'what was being typed is left behind')
})

test('sorting applies the typed search too, and Enter skips the pause', async t => {
  const page = await items(t)
  holdClock(t)
  await page.type('Search items', 'oak')
  await page.type('Sort by', '-price')
  assert.equal(page.at(), '/items?search=oak&sort=-price')
  await page.type('Search items', 'mug')
  page.one('search form').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  await settle()
  assert.equal(page.at(), '/items?search=mug&sort=-price')
  await page.type('Sort by', 'relevance')
  assert.equal(page.at(), '/items?search=mug')
})

test('a search sorts by best match unless another order was selected', async t => {
  const page = await items(t)
  const sort = () => page.field('Sort by').value
  const options = () => [...page.one('select').querySelectorAll('option')].map(option => option.value)
  assert.equal(sort(), 'newest')
  assert.ok(!options().includes('relevance'), 'there is nothing to match')
  await page.go('/items?search=oak')
  assert.equal(sort(), 'relevance')
  assert.deepEqual(lastQuery(page), { limit: '12', search: 'oak' })
  await page.type('Sort by', 'newest')
  assert.equal(page.at(), '/items?search=oak&sort=newest')
  assert.deepEqual(lastQuery(page), { limit: '12', search: 'oak', sort: 'newest' })
  holdClock(t)
  await page.type('Search items', 'oak t')
  await pass(300)
  assert.equal(page.at(), '/items?search=oak+t&sort=newest', 'it stays while somebody goes on typing')
  await page.type('Search items', '')
  await pass(300)
  assert.equal(page.at(), '/items')
  await page.go('/items?sort=relevance')
  assert.equal(sort(), 'newest')
})

test('sorting refetches at once; a cleared search leaves the address and adds a history entry', async t => {
  const page = await items(t, '/items?search=oak')
  await page.type('Sort by', 'name')
  assert.deepEqual(lastQuery(page), { limit: '12', search: 'oak', sort: 'name' })
  await page.type('Sort by', 'relevance')
  const steps = window.history.length
  holdClock(t)
  await page.type('Search items', '')
  await pass(300)
  assert.equal(page.at(), '/items')
  assert.equal(window.history.length, steps + 1)
})

test('price and stock filters are in the address', async t => {
  const page = await items(t, '/items?minPrice=5&maxPrice=x&inStock=true')
  assert.deepEqual(lastQuery(page), { limit: '12', minPrice: '5', inStock: 'true' })
  assert.deepEqual([page.field('Price from').value, page.field('Price to').value], ['5', ''])
  holdClock(t)
  await page.type('Search items', 'oak')
  await page.type('Price to', '20.')
  await pass(300)
  assert.equal(page.field('Price to').value, '20.', 'what is typed stays while somebody thinks')
  await page.type('Price to', '20.5')
  await pass(300)
  assert.equal(page.at(), '/items?search=oak&minPrice=5&maxPrice=20.5&inStock=true')
  page.field('In stock only').click()
  await settle()
  assert.equal(page.at(), '/items?search=oak&minPrice=5&maxPrice=20.5')
  await page.type('Price from', 'cheap')
  await pass(300)
  assert.equal(page.at(), '/items?search=oak&minPrice=5&maxPrice=20.5', 'what is no price changes nothing')
  assert.match(page.text, /Enter an amount with at most two decimals/)
  await page.type('Price from', '$7,50')
  await pass(300)
  assert.equal(page.at(), '/items?search=oak&minPrice=7.50&maxPrice=20.5')
  assert.doesNotMatch(page.text, /Enter an amount/)
  page.net.on(list, () => json([]))
  await page.go('/items?maxPrice=1')
  assert.match(page.text, /We have nothing like that\.Show all items/)
})

test('the number of matches is announced, and no matches offer the full list', async t => {
  const page = await items(t, '/items?search=oak')
  assert.ok(page.words('[role=status]').includes('1 item found'))
  page.net.on(list, () => json([]))
  await page.go('/items?search=zzz')
  assert.match(page.text, /We have nothing for “zzz”\.Show all items/)
  assert.ok(page.words('[role=status]').includes('No items found'))
  page.net.on(list, () => json([tray, mug], 200, { link: '</api/items?after=x1>; rel="next"' }))
  await page.go('/items?search=o')
  assert.ok(page.words('[role=status]').includes('2 items found, and more can be loaded'))
})

test('a list that fails to load says why and can be retried', async t => {
  const net = as(ann).on(
    list,
    () => refusal('too_many_requests'),
    () => json([tray]),
  )
  const page = await items(t, '/items', net)
  assert.match(page.text, /Refused: too_many_requests/)
  await page.press('Try again')
  assert.deepEqual(page.words('.item-card h2'), ['Oak Desk Tray'])
})

test('the home page fetches three items and as many reviews as fit', async t => {
  const page = await visit(t, '/', asVisitor())
  await page.until(() => page.words('.item-card h3').length === 1)
  assert.deepEqual(lastQuery(page), { limit: '3' })
  assert.deepEqual(page.net.to('GET /api/reviews')[0]?.query, { limit: '12' })
  assert.doesNotMatch(page.text, /User Reviews/)
})

test('an admin removes an item after a confirmation, once, and the list is fetched again', async t => {
  const remove = `DELETE /api/item/${tray._id}`
  const net = as(ada)
    .on(
      'GET /api/item',
      () => json([listed(tray), listed(mug)]),
      () => json([listed(mug)]),
    )
    .on(remove, nothing)
  const page = await visit(t, '/dashboard/manageItems', net)
  await page.until(() => page.words('tbody tr').length === 2)
  assert.deepEqual(page.words('th'), ['SN', 'Image', 'Product', 'Remove Product'])
  assert.deepEqual(page.words('tbody tr'), [
    '1Oak Desk TrayEditPrice in $StockRemove',
    '2Stoneware MugEditPrice in $StockRemove',
  ])
  await page.press('Remove')
  assert.match(page.text, /You really want to delete this product\?Oak Desk Tray/)
  await page.press('Remove Item')
  assert.deepEqual(page.words('tbody tr'), ['1Stoneware MugEditPrice in $StockRemove'])
  assert.equal(page.net.to(remove).length, 1)
  assert.match(page.text, /Oak Desk Tray was removed/)
})
