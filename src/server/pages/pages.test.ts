import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { eventually } from '../../../tests/helpers/paying-shop.ts'
import { admin, onBothEngines, type TestShop } from '../../../tests/helpers/shop.ts'
import { smallWeb } from '../../../tests/helpers/small-web.ts'
import { LostConnection } from '../db/faults.ts'
import { servePages } from './pages.ts'

const web = smallWeb(async (path, shop) => {
  if (path !== '/') return (await shop.item(path.slice('/items/'.length)))?.name ?? 'Not on sale'
  const [items, reviews] = [await shop.items(3), await shop.reviews(3)]
  return [...items.map(({ name }) => name), ...reviews.map(({ comment }) => comment)].join()
})

/** Over a real connection, so that what was given is given again before the router. The pages' database can be lost. */
async function withPages(shop: TestShop) {
  const state = { isLost: false }
  const db = Object.create(shop.deps.db, {
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
  const show = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  return { state, show }
}

/** Fails where the page for unknown items follows no item: on SQLite it was then given for good. */
onBothEngines('an item that is shown again or brought back has its page again', async shop => {
  const { show } = await withPages(shop)
  const boss = await admin(shop)
  const { _id } = await shop.item({ name: 'Tray' })
  const isShown = (text: string) => eventually(async () => (await show(`/items/${_id}`)) === text, text)
  await isShown('Tray')
  await boss.call('PATCH', `/api/item/${_id}`, { version: 1, hidden: true })
  await isShown('Not on sale')
  await boss.call('PATCH', `/api/item/${_id}`, { version: 2, hidden: false })
  await isShown('Tray')
  await boss.call('DELETE', `/api/item/${_id}`)
  await isShown('Not on sale')
  await boss.call('PUT', `/api/item/${_id}/removed`, { removed: false })
  await isShown('Tray')
})
