import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import type { ItemSort } from '#domain/search.ts'
import { admin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as itemList from '../../store/item-list.ts'
import { indexItems } from './index-items.ts'

/** Follows the Link headers to the end; answers the names in the order they came. */
async function namesAt(shop: TestShop, address: string): Promise<string[]> {
  const names: string[] = []
  let next: string | undefined = address
  while (next) {
    const page = await shop.call({ url: next })
    assert.equal(page.statusCode, 200, next)
    names.push(...page.json().map(({ name }: Item) => name))
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1]
  }
  return names
}

const found = async (shop: TestShop, search: string) =>
  (await namesAt(shop, `/api/items?limit=2&search=${encodeURIComponent(search)}`)).sort()

onBothEngines('an item is found by the beginnings of its words, without case and accents', async shop => {
  await shop.item({ name: 'Oak Desk Tray', description: 'For keys & cards.' })
  await shop.item({ name: 'Oaken Café Table', description: 'Solid, and heavy: 30 kg' })
  await shop.item({ name: 'Desk Lamp', description: 'With a shade of steel' })
  await shop.item({ name: '木のトレイ', description: '%_\\' })
  const cases: [string, string[]][] = [
    ['oak', ['Oak Desk Tray', 'Oaken Café Table']],
    ['  OAK   tr', ['Oak Desk Tray']],
    ['desk', ['Desk Lamp', 'Oak Desk Tray']],
    ['CAFE', ['Oaken Café Table']],
    ['cafés', []],
    ['keys cards', ['Oak Desk Tray']],
    ['ray', []],
    ['30', ['Oaken Café Table']],
    ['木', ['木のトレイ']],
    ['%', ['Desk Lamp', 'Oak Desk Tray', 'Oaken Café Table', '木のトレイ']],
    ["x' or 1=1 --", []],
  ]
  for (const [search, names] of cases) assert.deepEqual(await found(shop, search), names, search)
})

onBothEngines('every order goes on from page to page, with and without a search', async shop => {
  const goods: [string, number][] = [
    ['émile mug', 5],
    ['Zebra mug', 1],
    ['apple mug', 5],
    ['Bowl', 2],
    ['apple mug', 3],
    ['Über mug', 5],
    ['mug', 9],
  ]
  for (const [name, price] of goods) await shop.item({ name, price, description: 'x' })
  const all: Item[] = (await shop.call({ url: '/api/items' })).json()
  const byName = (a: Item, b: Item) => (folded(a) < folded(b) ? -1 : folded(a) > folded(b) ? 1 : 0)
  const folded = ({ name }: Item) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const orders: Record<ItemSort, (a: Item, b: Item) => number> = {
    oldest: () => 0,
    newest: () => 0,
    price: (a, b) => a.price - b.price,
    '-price': (a, b) => b.price - a.price,
    name: byName,
  }
  for (const [sort, compare] of Object.entries(orders)) {
    const backwards = sort === 'newest' || sort === '-price'
    const expected = (backwards ? all.toReversed() : all).toSorted(compare).map(({ name }) => name)
    const mugs = expected.filter(name => name.endsWith('mug'))
    for (const limit of [1, 2, 3, 50]) {
      assert.deepEqual(await namesAt(shop, `/api/items?limit=${limit}&sort=${sort}`), expected, sort)
      assert.deepEqual(await namesAt(shop, `/api/items?limit=${limit}&search=MU&sort=${sort}`), mugs, sort)
    }
  }
})

onBothEngines('a page that begins after an item goes on there when the item is gone', async shop => {
  const boss = await admin(shop)
  for (const price of [3, 1, 2]) await shop.item({ name: `Item ${price}`, price })
  const [first] = (await shop.call({ url: '/api/items?sort=price&limit=1' })).json()
  await boss.call('DELETE', `/api/item/${first._id}`)
  assert.deepEqual(await namesAt(shop, `/api/items?sort=price&limit=1&after=${first._id}`), [
    'Item 2',
    'Item 3',
  ])
})

/** Without search and sort in the name of a kept answer the second of two searches gets the first one's. */
onBothEngines('kept answers are told apart, and change with the items', async shop => {
  const boss = await admin(shop)
  const tray = await shop.item({ name: 'Oak Tray', price: 2 })
  await shop.item({ name: 'Oak Bowl', price: 1 })
  for (let twice = 0; twice < 2; twice++) {
    assert.deepEqual(await found(shop, 'oak'), ['Oak Bowl', 'Oak Tray'])
    assert.deepEqual(await found(shop, 'tray'), ['Oak Tray'])
    assert.deepEqual(await namesAt(shop, '/api/items?sort=price'), ['Oak Bowl', 'Oak Tray'])
    assert.deepEqual(await namesAt(shop, '/api/items?sort=-price'), ['Oak Tray', 'Oak Bowl'])
  }
  await boss.call('DELETE', `/api/item/${tray._id}`)
  assert.deepEqual(await found(shop, 'oak'), ['Oak Bowl'])
  const words = await shop.deps.db.read.selectFrom('item_words').selectAll().execute()
  assert.ok(
    words.every(({ item_id }) => item_id !== tray._id),
    'its words went with it',
  )
})

onBothEngines(
  'items from before there was a search are indexed, once, by any number of processes',
  async shop => {
    const { db } = shop.deps
    for (const name of ['Old Chair', 'Old Bench', '???']) await shop.item({ name })
    await db.write(async tx => {
      await tx.deleteFrom('item_words').execute()
      await tx.updateTable('items').set({ name_key: null }).execute()
    })
    assert.deepEqual(await found(shop, 'old'), [])
    await Promise.all([indexItems(db), indexItems(db), indexItems(db)])
    assert.deepEqual(await found(shop, 'old'), ['Old Bench', 'Old Chair'])
    assert.deepEqual(await namesAt(shop, '/api/items?sort=name'), ['???', 'Old Bench', 'Old Chair'])
  },
)

/** Both ways of searching (store/item-list.ts) must find the same: the common word here is over its limit. */
onBothEngines('a word that is in thousands of items finds them in order, too', async shop => {
  const { db } = shop.deps
  const first = await shop.item({ name: 'Common Rare', price: 7 })
  const template = await db.read.selectFrom('items').selectAll().executeTakeFirstOrThrow()
  const id = (number: number) => `${first._id.slice(0, 24)}${String(number).padStart(12, '0')}`
  await db.write(async tx => {
    for (let from = 0; from < 2500; from += 500) {
      const numbers = Array.from({ length: 500 }, (_, index) => from + index)
      const items = numbers.map(number => ({ ...template, id: id(number), price_cents: 1000 + (number % 7) }))
      await tx.insertInto('items').values(items).execute()
      await tx
        .insertInto('item_words')
        .values(
          items.map(({ id, price_cents }) => ({
            word: 'common',
            item_id: id,
            price_cents,
            name_key: 'common rare',
          })),
        )
        .execute()
    }
  })
  const list = async (words: string[], sort: ItemSort) =>
    (await itemList.list(db.read, { limit: 3, after: undefined, words, sort })).map(({ _id }) => _id)
  assert.deepEqual(await list(['common'], 'price'), [first._id, id(0), id(7)])
  assert.deepEqual(await list(['com', 'rare'], '-price'), [first._id])
})

/** Fails where the end of a word's finds is the last character of two bytes: rarer letters come after that one. */
onBothEngines(
  'a word is found by its beginning, also where it goes on with the rarest letters',
  async shop => {
    for (const name of ['Yoshi𠮷 bowl', 'Yoshi bowl', 'Yoshida bowl', 'Yosemite bowl'])
      await shop.item({ name })
    const found = async (search: string) =>
      (await shop.call({ url: `/api/items?sort=name&search=${encodeURIComponent(search)}` }))
        .json()
        .map(({ name }: { name: string }) => name)
    assert.deepEqual(await found('yoshi'), ['Yoshi bowl', 'Yoshida bowl', 'Yoshi𠮷 bowl'])
    assert.deepEqual(await found('yoshi𠮷'), ['Yoshi𠮷 bowl'])
  },
)
