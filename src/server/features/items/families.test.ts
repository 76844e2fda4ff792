import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import { itemSorts } from '#domain/search.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'

const namesAt = async ({ call }: TestShop, query: string): Promise<string[]> =>
  (await call({ url: `/api/items?${query}` }))
    .json()
    .map(({ name }: Item) => name)
    .sort()

const familiesOf = async ({ call }: TestShop): Promise<string[]> =>
  (await call({ url: '/api/families' })).json()

/** The stock, the price and the family of each item. */
const goods: [name: string, price: number, stock: number, family: string][] = [
  ['Oak board', 48, 5, 'Kitchen'],
  ['Linen towel', 14, 0, 'Kitchen'],
  ['Oak tray', 34, 5, 'Desk'],
  ['Salt cellar', 26, 5, 'Kitchen'],
  ['Oak clock', 56, 5, ''],
]

async function withGoods(shop: TestShop) {
  const admin = await newAdmin(shop)
  const ids: string[] = []
  for (const [name, price, availableQuantity, family] of goods) {
    const { _id } = await shop.item({ name, price, description: 'x', availableQuantity })
    const saved = await admin.call('PATCH', `/api/item/${_id}`, { version: 1, family })
    assert.deepEqual([saved.statusCode, saved.json().family], [200, family])
    ids.push(_id)
  }
  return { admin, ids }
}

onBothEngines('a list shows one family, together with every other filter', async shop => {
  await withGoods(shop)
  const cases: [string, string[]][] = [
    ['family=Kitchen', ['Linen towel', 'Oak board', 'Salt cellar']],
    ['family=kitchen', []],
    ['family=Kitchen&minPrice=20', ['Oak board', 'Salt cellar']],
    ['family=Kitchen&maxPrice=20', ['Linen towel']],
    ['family=Kitchen&inStock=true', ['Oak board', 'Salt cellar']],
    ['family=Kitchen&search=oak', ['Oak board']],
    ['search=oak', ['Oak board', 'Oak clock', 'Oak tray']],
    ['family=Kitchen&search=clock', []],
    ['family=Garage', []],
    ["family=Kitchen' or 1=1 --", []],
  ]
  for (const [query, names] of cases) assert.deepEqual(await namesAt(shop, query), names, query)
  const found = await shop.call({ url: '/api/items?family=Kitchen&sort=price&limit=2' })
  assert.deepEqual(
    found.json().map(({ name }: Item) => name),
    ['Linen towel', 'Salt cellar'],
  )
  const next = /<([^>]+)>; rel="next"/.exec(String(found.headers.link))?.[1] ?? ''
  const [last] = (await shop.call({ url: next })).json()
  assert.equal(last.name, 'Oak board')
  for (const sort of itemSorts)
    for (const search of ['', '&search=oak']) {
      const { statusCode } = await shop.call({ url: `/api/items?family=Kitchen&sort=${sort}${search}` })
      assert.equal(statusCode, 200, sort + search)
    }
})

/** Fails if a family outlives its last item on sale, or if a change does not clear the cached response. */
onBothEngines('the families are those of the items on sale', async shop => {
  assert.deepEqual(await familiesOf(shop), [])
  const { admin, ids } = await withGoods(shop)
  assert.deepEqual(await familiesOf(shop), ['Desk', 'Kitchen'])
  await admin.call('PATCH', `/api/item/${ids[2]}`, { version: 2, hidden: true })
  assert.deepEqual(await familiesOf(shop), ['Kitchen'])
  for (const [hidden, families] of [
    [true, ['Kitchen']],
    [false, ['Kitchen', 'Office']],
  ] as const) {
    const { version } = (await admin.call('GET', `/api/item/${ids[2]}`)).json()
    await admin.call('PATCH', `/api/item/${ids[2]}`, { version, family: 'Office', hidden })
    assert.deepEqual(await familiesOf(shop), families)
  }
  await admin.call('DELETE', `/api/item/${ids[2]}`)
  await admin.call('PATCH', `/api/item/${ids[4]}`, { version: 2, family: 'Émail' })
  assert.deepEqual(await familiesOf(shop), ['Émail', 'Kitchen'])
  for (const id of [ids[0], ids[1], ids[3]]) await admin.call('DELETE', `/api/item/${id}`)
  assert.deepEqual(await familiesOf(shop), ['Émail'])
})

onBothEngines('a family is one line of at most 40 characters', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item()
  const save = (family: unknown) => admin.call('PATCH', `/api/item/${_id}`, { version: 1, family })
  for (const family of ['x'.repeat(41), 'Two\nlines', 7]) assert.equal((await save(family)).statusCode, 400)
  assert.equal((await save('  Kitchen ')).json().family, 'Kitchen')
})

onBothEngines('an item in a list has the first of its further pictures', async shop => {
  const admin = await newAdmin(shop)
  const { _id } = await shop.item()
  const second = async () => (await shop.call({ url: '/api/items' })).json()[0].secondPicture
  assert.equal(await second(), null)
  const pictures = ['/pictures/side-960.webp', '/pictures/top-960.webp']
  await admin.call('PATCH', `/api/item/${_id}`, { version: 1, pictures })
  assert.equal(await second(), pictures[0])
})
