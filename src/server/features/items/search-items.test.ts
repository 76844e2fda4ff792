import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import type { ItemSort } from '#domain/search.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'
import * as managedItems from '../../store/admin-items.ts'
import * as itemTexts from '../../store/search/item-texts.ts'

/** Follows the Link headers to the end; returns the names in the order of the pages. */
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

onBothEngines('an item is found by prefixes of its words, regardless of case and accents', async shop => {
  await shop.item({ name: 'Oak Desk Tray', description: 'For keys & cards.' })
  await shop.item({ name: 'Oaken Café Table', description: 'Solid, and heavy: 30 kg' })
  await shop.item({ name: 'Desk Lamp', description: 'With a shade of steel' })
  await shop.item({ name: '木のトレイ', description: '%_\\' })
  const cases: [string, string[]][] = [
    ['oak', ['Oak Desk Tray', 'Oaken Café Table']],
    ['  OAK   tr', ['Oak Desk Tray']],
    ['desk', ['Desk Lamp', 'Oak Desk Tray']],
    ['CAFE', ['Oaken Café Table']],
    ['cafés', ['Oaken Café Table']],
    ['caves', []],
    ['keys cards', ['Oak Desk Tray']],
    ['ray', []],
    ['30', ['Oaken Café Table']],
    ['木', ['木のトレイ']],
    ['%', ['Desk Lamp', 'Oak Desk Tray', 'Oaken Café Table', '木のトレイ']],
    ["x' or 1=1 --", []],
  ]
  for (const [search, names] of cases) assert.deepEqual(await found(shop, search), names, search)
})

onBothEngines('every sort order is paged, with and without a search', async shop => {
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
  const all: Item[] = (await shop.call({ url: '/api/items?sort=oldest' })).json()
  const byName = (a: Item, b: Item) => (folded(a) < folded(b) ? -1 : folded(a) > folded(b) ? 1 : 0)
  const folded = ({ name }: Item) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const orders: Record<Exclude<ItemSort, 'relevance'>, (a: Item, b: Item) => number> = {
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

onBothEngines('the page after an item that is gone continues at the same place', async shop => {
  const admin = await newAdmin(shop)
  for (const price of [3, 1, 2]) await shop.item({ name: `Item ${price}`, price })
  const [first] = (await shop.call({ url: '/api/items?sort=price&limit=1' })).json()
  await admin.call('DELETE', `/api/item/${first._id}`)
  assert.deepEqual(await namesAt(shop, `/api/items?sort=price&limit=1&after=${first._id}`), [
    'Item 2',
    'Item 3',
  ])
})

/** If the cache key omits search and sort, the second of two searches gets the first one's response. */
onBothEngines('different searches are cached separately, and changes of items clear them', async shop => {
  const admin = await newAdmin(shop)
  const tray = await shop.item({ name: 'Oak Tray', price: 2 })
  await shop.item({ name: 'Oak Bowl', price: 1 })
  for (let twice = 0; twice < 2; twice++) {
    assert.deepEqual(await found(shop, 'oak'), ['Oak Bowl', 'Oak Tray'])
    assert.deepEqual(await found(shop, 'tray'), ['Oak Tray'])
    assert.deepEqual(await namesAt(shop, '/api/items?sort=price'), ['Oak Bowl', 'Oak Tray'])
    assert.deepEqual(await namesAt(shop, '/api/items?sort=-price'), ['Oak Tray', 'Oak Bowl'])
  }
  await admin.call('DELETE', `/api/item/${tray._id}`)
  assert.deepEqual(await found(shop, 'oak'), ['Oak Bowl'])
})

/** Fails if a prefix range ends at the last two-byte character: rarer letters sort after it. */
onBothEngines('a word is found by its prefix, even if it continues with the rarest letters', async shop => {
  for (const name of ['Yoshi𠮷 bowl', 'Yoshi bowl', 'Yoshida bowl', 'Yosemite bowl'])
    await shop.item({ name })
  const found = async (search: string) =>
    (await shop.call({ url: `/api/items?sort=name&search=${encodeURIComponent(search)}` }))
      .json()
      .map(({ name }: { name: string }) => name)
  assert.deepEqual(await found('yoshi'), ['Yoshi bowl', 'Yoshida bowl', 'Yoshi𠮷 bowl'])
  assert.deepEqual(await found('yoshi𠮷'), ['Yoshi𠮷 bowl'])
})

const best = (shop: TestShop, search: string, more = '') =>
  namesAt(shop, `/api/items?search=${encodeURIComponent(search)}${more}`)

onBothEngines(
  'the best matches come first: names before descriptions, whole words before prefixes',
  async shop => {
    const goods: [string, string][] = [
      ['Shelf', 'For the oaken room'],
      ['Bench', 'Made of oak'],
      ['Oaken Table', 'Heavy'],
      ['Stool', 'Oak, and nothing else'],
      ['Tray of oak', 'Flat'],
      ['Oak', 'A tree'],
    ]
    for (const [name, description] of goods) await shop.item({ name, description })
    const order = ['Tray of oak', 'Oak', 'Oaken Table', 'Bench', 'Stool', 'Shelf']
    for (const limit of [1, 2, 4, 50]) {
      assert.deepEqual(await best(shop, 'oak', `&limit=${limit}`), order)
      assert.deepEqual(await best(shop, 'OAK', `&limit=${limit}&sort=relevance`), order)
      assert.deepEqual(
        await namesAt(shop, `/api/items?sort=relevance&limit=${limit}`),
        goods.map(([name]) => name).reverse(),
      )
    }
    assert.deepEqual(await best(shop, 'oak', '&sort=newest&limit=2'), goods.map(([name]) => name).reverse())
  },
)

onBothEngines('items with all search terms in their name come first, then those with some', async shop => {
  await shop.item({ name: 'Bowl', description: 'Like an oak tray' })
  await shop.item({ name: 'Oak Bowl', description: 'Like a tray' })
  await shop.item({ name: 'Oaken Trays', description: 'A set' })
  await shop.item({ name: 'Oak Tray', description: 'One' })
  await shop.item({ name: 'Oak Stool', description: 'One' })
  assert.deepEqual(await best(shop, 'oak tray'), ['Oak Tray', 'Oaken Trays', 'Oak Bowl', 'Bowl'])
})

onBothEngines(
  'a page of best matches continues after an item that is gone, and ends at one that is not found',
  async shop => {
    const admin = await newAdmin(shop)
    const [first, second] = [await shop.item({ name: 'Oak' }), await shop.item({ name: 'Oak Two' })]
    await shop.item({ name: 'Oak Three' })
    const bowl = await shop.item({ name: 'Bowl', description: 'Clay' })
    await admin.call('DELETE', `/api/item/${first._id}`)
    assert.deepEqual(await best(shop, 'oak', `&limit=1&after=${first._id}`), ['Oak Two', 'Oak Three'])
    assert.deepEqual(await best(shop, 'oak', `&after=${second._id}`), ['Oak Three'])
    assert.deepEqual(await best(shop, 'oak', `&after=${bowl._id}`), [])
  },
)

onBothEngines('one typo is corrected, in words of four letters or more without a match', async shop => {
  await shop.item({ name: 'Desk Lamps', description: 'Steel' })
  await shop.item({ name: 'Lampshade', description: 'Linen' })
  await shop.item({ name: 'Oak Tray', description: 'For a lantern, 1234' })
  const cases: [string, string[]][] = [
    ['lampp', ['Desk Lamps', 'Lampshade']],
    ['lmap', ['Desk Lamps', 'Lampshade']],
    ['lapms', ['Desk Lamps', 'Lampshade']],
    ['laampshade', ['Lampshade']],
    ['lampshde', ['Lampshade']],
    ['kampshade', ['Lampshade']],
    ['desk lampp', ['Desk Lamps']],
    ['lantern lampp', []],
    ['lxmxs', []],
    ['oka', []],
    ['1243', []],
    // It has a match, so it is not corrected.
    ['lant', ['Oak Tray']],
  ]
  for (const [search, names] of cases) {
    assert.deepEqual(await best(shop, search, '&limit=1'), names, search)
    assert.deepEqual(await best(shop, search, '&sort=oldest&limit=1'), names, search)
  }
})

/** A word that only a removed item has finds nothing, so it may be a typo. */
onBothEngines('a removed item does not prevent the correction of a typo', async shop => {
  const admin = await newAdmin(shop)
  const lamb = await shop.item({ name: 'Lambs' })
  await shop.item({ name: 'Lamps' })
  await admin.call('DELETE', `/api/item/${lamb._id}`)
  assert.deepEqual(await best(shop, 'lambs'), ['Lamps'])
})

/** Fails if a change does not update the search index. */
onBothEngines('a changed, hidden or restored item is found and sorted by its current state', async shop => {
  const { db } = shop.deps
  const tray = await shop.item({ name: 'Zebra Tray', description: 'Oak' })
  await shop.item({ name: 'Mug', description: 'Clay' })
  let version = 1
  const change = (set: managedItems.ItemChanges) =>
    db.write(tx => managedItems.change(tx, tray._id, version++, set))
  const remove = (removed_at: number | null) =>
    db.write(async tx => {
      tx.catalogueChanged()
      await tx.updateTable('items').set({ removed_at }).where('id', '=', tray._id).execute()
    })
  await change({ name: 'Élm Bowl' })
  assert.deepEqual(await found(shop, 'zebra'), [])
  assert.deepEqual(await found(shop, 'elm oak'), ['Élm Bowl'])
  assert.deepEqual(await namesAt(shop, '/api/items?sort=name'), ['Élm Bowl', 'Mug'])
  await change({ description: 'Birch' })
  assert.deepEqual(await found(shop, 'elm oak'), [])
  assert.deepEqual(await best(shop, 'birch'), ['Élm Bowl'])
  await remove(1)
  assert.deepEqual(await found(shop, 'birch'), [])
  await remove(null)
  assert.deepEqual(await found(shop, 'birch'), ['Élm Bowl'])
  await db.write(async tx => {
    tx.catalogueChanged()
    await tx.deleteFrom('stock_changes').where('item_id', '=', tray._id).execute()
    await itemTexts.remove(tx, [tray._id])
    await tx.deleteFrom('items').where('id', '=', tray._id).execute()
  })
  assert.deepEqual(await found(shop, 'birch'), [])
  assert.deepEqual(await db.read.selectFrom('item_texts').select('name').execute(), [{ name: 'mug' }])
})
