import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { changeContent } from '../../../tests/helpers/content.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../tests/helpers/small-web.ts'
import { LostConnection } from '../db/engine/faults.ts'
import { demoContent } from '../demo/content.ts'
import { servePages } from './pages.ts'

const web = smallWeb(async (path, shop) => {
  if (path !== '/') return (await shop.item(path.slice('/items/'.length)))?.name ?? 'Not on sale'
  const [items, reviews] = [await shop.items(3), await shop.reviews(3)]
  return [...items.map(({ name }) => name), ...reviews.map(({ comment }) => comment)].join()
})

/** Over a real connection. The test can disconnect the database of the pages. */
async function withPages(shop: TestShop) {
  const state = { isLost: false }
  const db = Object.create(shop.deps.db, {
    onCatalogueChange: { value: shop.deps.db.onCatalogueChange.bind(shop.deps.db) },
    read: {
      get() {
        if (state.isLost) throw new LostConnection(new Error('gone'))
        return shop.deps.db.read
      },
    },
  })
  servePages(shop.app, { ...shop.deps, db }, async () => web)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = shop.app.server.address() as AddressInfo
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const show = async (path: string) => (await ask(path)).text()
  return { state, ask, show }
}

/** Fails if pages are given the whole content: every visitor could read it in their source. */
onSqlite('pages get neither the seller’s address and tax id nor words that no page shows', async shop => {
  const shows = smallWeb(async (_, { content }) => JSON.stringify(await content()))
  servePages(shop.app, shop.deps, async () => shows)
  const hidden = { address: '3 Rue Neuve', taxId: 'FR 12', teamIntro: 'About nobody' }
  await changeContent(shop, { ...hidden, name: 'Atelier', team: [] })
  const { body } = await shop.call({ url: '/' })
  assert.match(body, /"name":"Atelier"/)
  for (const words of [...Object.values(hidden), 'taxId']) assert.ok(!body.includes(words), words)
})

/** Fails if the list of pages is a constant: search engines would be led to addresses that are not found. */
onSqlite('the sitemap lists team and portfolio only where the owner has them', async shop => {
  const { show } = await withPages(shop)
  const listed = async () =>
    [...(await show('/sitemap.xml')).matchAll(/<loc>http:..[^/]+(.*?)<.loc>/g)].map(([, path]) => path)
  assert.deepEqual(await listed(), ['/', '/login', '/signup'])
  const [ann] = demoContent.team
  assert.ok(ann)
  await changeContent(shop, { team: [ann] })
  assert.deepEqual(await listed(), ['/', '/team', '/login', '/signup'])
  await changeContent(shop, { team: [], portfolio: demoContent.portfolio })
  assert.deepEqual(await listed(), ['/', '/portfolio', '/login', '/signup'])
})

/** Fails if the page for unavailable items is cached under the address of one item. */
onBothEngines('an item that is shown again or restored has its page again', async shop => {
  const { show } = await withPages(shop)
  const admin = await newAdmin(shop)
  const { _id } = await shop.item({ name: 'Tray' })
  const isShown = async (text: string) => assert.equal(await show(`/items/${_id}`), text)
  await isShown('Tray')
  await admin.call('PATCH', `/api/item/${_id}`, { version: 1, hidden: true })
  await isShown('Not on sale')
  await admin.call('PATCH', `/api/item/${_id}`, { version: 2, hidden: false })
  await isShown('Tray')
  await admin.call('DELETE', `/api/item/${_id}`)
  await isShown('Not on sale')
  await admin.call('PUT', `/api/item/${_id}/removed`, { removed: false })
  await isShown('Tray')
})

/** Fails if a page stays cached during an outage although its content was hidden or removed before. */
onSqlite('during an outage no page shows content that was removed before', async shop => {
  const { state, show } = await withPages(shop)
  const admin = await newAdmin(shop)
  const [tray, lamp] = [await shop.item({ name: 'Tray' }), await shop.item({ name: 'Lamp' })]
  for (const [{ _id, name }, take] of [
    [tray, () => admin.call('PATCH', `/api/item/${tray._id}`, { version: 1, hidden: true })],
    [lamp, () => admin.call('DELETE', `/api/item/${lamp._id}`)],
  ] as const) {
    const paths = ['/', `/items/${_id}`]
    for (const path of paths) assert.match(await show(path), new RegExp(name))
    assert.ok((await take()).statusCode < 300)
    state.isLost = true
    for (const path of paths) assert.match(await show(path), /try again/i)
    state.isLost = false
  }
})

/** Fails if each order drops the cached pages: a busy shop would have none. */
onSqlite('during an outage the pages from before an order are shown', async shop => {
  const { state, show } = await withPages(shop)
  const ann = await shop.customer()
  const item = await shop.item({ name: 'Tray' })
  const paths = ['/', `/items/${item._id}`]
  for (const path of paths) assert.equal(await show(path), 'Tray')
  assert.equal((await ann.order(item)).statusCode, 201)
  state.isLost = true
  for (const path of paths) assert.equal(await show(path), 'Tray')
})

/** Fails if the cache uses the wall clock: set back by an hour, the pages lagged by an hour. */
onSqlite('a page follows its items also when the clock is set back', async shop => {
  const { show } = await withPages(shop)
  await shop.item({ name: 'Tray' })
  assert.equal(await show('/'), 'Tray')
  shop.travel(-3_600_000)
  await shop.item({ name: 'Lamp' })
  assert.equal(await show('/'), 'Lamp,Tray')
})

/** Fails if a hidden item counts as gone for good, or if a restored one still does. */
onBothEngines('search engines see which items exist, are gone, or never existed', async shop => {
  const { ask, show } = await withPages(shop)
  const admin = await newAdmin(shop)
  const [tray, lamp] = [await shop.item({ name: 'Tray' }), await shop.item({ name: 'Lamp' })]
  const never = lamp._id.replace(/.$/, last => (last === '0' ? '1' : '0'))
  const statuses = async () =>
    Promise.all([tray._id, lamp._id, never, '%00', 'x'].map(async id => (await ask(`/items/${id}`)).status))
  const listed = async () => {
    const sitemap = await show('/sitemap.xml')
    return [tray, lamp].map(({ _id }) => sitemap.includes(`/items/${_id}</loc>`))
  }
  assert.deepEqual(await statuses(), [200, 200, 404, 404, 404])
  assert.deepEqual(await listed(), [true, true])
  await admin.call('DELETE', `/api/item/${lamp._id}`)
  await admin.call('PATCH', `/api/item/${tray._id}`, { version: 1, hidden: true })
  assert.deepEqual(await statuses(), [404, 410, 404, 404, 404])
  assert.deepEqual(await listed(), [false, false])
  await admin.call('PUT', `/api/item/${lamp._id}/removed`, { removed: false })
  assert.deepEqual(await statuses(), [404, 200, 404, 404, 404])
})

/** In 6ceb9a3 each unknown address was cached, and 200 of them evicted every page. */
onSqlite('requests for invented addresses evict no page', async shop => {
  const { state, ask, show } = await withPages(shop)
  await shop.item({ name: 'Tray' })
  assert.equal(await show('/'), 'Tray')
  for (let n = 0; n < 250; n++) {
    const answer = await ask(`/items/nothing-${n}`)
    assert.equal(answer.status, 404)
    await answer.text()
  }
  state.isLost = true
  assert.equal(await show('/'), 'Tray')
})
