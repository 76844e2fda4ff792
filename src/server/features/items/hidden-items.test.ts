import assert from 'node:assert/strict'
import type { ListedItem } from '#contract/managed-items.ts'
import { itemSorts } from '#domain/search.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { newAdmin, onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const names = (rows: ListedItem[]): string[] => rows.map(({ name }) => name)

const managed = async (admin: Customer, query = '') =>
  (await admin.call('GET', `/api/item${query}`)).json<ListedItem[]>()

/** The item names in every list and search of a visitor. */
async function seenBy(shop: TestShop): Promise<Set<string>> {
  const seen = new Set<string>()
  for (const sort of itemSorts)
    for (const search of ['', '&search=oak', '&search=oka+tary', '&search=oakk'])
      for (const { name } of (await shop.call({ url: `/api/items?sort=${sort}${search}` })).json())
        seen.add(name)
  return seen
}

/** Fails if any of these queries checks only whether the item was removed. */
onSqlite('a hidden item is not listed, found, shown or sold until it is shown again', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const item = await shop.item({ name: 'Oak Tray' })
  await shop.item({ name: 'Oak Bowl' })
  const order = (await ann.order(item, 2)).json()
  assert.deepEqual(await seenBy(shop), new Set(['Oak Tray', 'Oak Bowl']))
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 1, hidden: true })
  assert.deepEqual(await seenBy(shop), new Set(['Oak Bowl']))
  assert.equal((await shop.call({ url: `/api/items/${item._id}` })).statusCode, 404)
  const refused = await ann.order(item)
  assert.deepEqual([refused.statusCode, refused.json().code], [404, 'not_found'])
  assert.equal((await ann.call('GET', `/api/booking/${order._id}`)).json().state, 'held')
  const list = await managed(admin)
  assert.deepEqual(
    list.map(({ name, hidden, removed }) => [name, hidden, removed]),
    [
      ['Oak Bowl', false, false],
      ['Oak Tray', true, false],
    ],
  )
  await admin.call('PATCH', `/api/item/${item._id}`, { version: 2, hidden: false })
  assert.deepEqual(await seenBy(shop), new Set(['Oak Tray', 'Oak Bowl']))
  assert.equal((await ann.order(item)).statusCode, 201)
})

onBothEngines('a removed item is found among the removed ones and restored unchanged', async shop => {
  const admin = await newAdmin(shop)
  const ann = await shop.customer()
  const [tray, bowl] = [await shop.item({ name: 'Tray' }), await shop.item({ name: 'Bowl' })]
  await admin.call('PATCH', `/api/item/${bowl._id}`, { version: 1, hidden: true })
  await admin.call('DELETE', `/api/item/${tray._id}`)
  assert.equal((await admin.call('DELETE', `/api/item/${bowl._id}`)).statusCode, 204, 'a hidden one too')
  assert.equal((await admin.call('DELETE', `/api/item/${bowl._id}`)).statusCode, 404)
  assert.deepEqual(names(await managed(admin)), [])
  assert.deepEqual(names(await managed(admin, '?removed=true')), ['Bowl', 'Tray'])
  for (const twice of [1, 2]) {
    const back = await admin.call('PUT', `/api/item/${tray._id}/removed`, { removed: false })
    assert.deepEqual([back.statusCode, back.json().removed], [200, false], String(twice))
  }
  await admin.call('PUT', `/api/item/${bowl._id}/removed`, { removed: false })
  assert.deepEqual(names((await shop.call({ url: '/api/items' })).json()), ['Tray'], 'the other is hidden')
  assert.equal((await ann.order(tray)).statusCode, 201)
  const unknown = '0199a000-0000-7000-8000-000000000000'
  const missing = await admin.call('PUT', `/api/item/${unknown}/removed`, { removed: false })
  assert.equal(missing.statusCode, 404)
  const other = await admin.call('PUT', `/api/item/${tray._id}/removed`, { removed: true })
  assert.equal(other.statusCode, 400)
})

onBothEngines("the admins' list goes on from page to page, newest first", async shop => {
  const admin = await newAdmin(shop)
  const added = []
  for (let n = 0; n < 5; n++) added.push((await shop.item({ name: `Item ${n}` })).name)
  const seen: string[] = []
  let next: string | undefined = '/api/item?limit=2'
  while (next) {
    const page = await admin.call('GET', next)
    seen.push(...names(page.json()))
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  assert.deepEqual(seen, added.reverse())
})
