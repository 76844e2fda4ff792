import assert from 'node:assert/strict'
import type { Item } from '#contract/items.ts'
import { itemSorts } from '#domain/search.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../tests/helpers/shop.ts'

const shelf = [
  { name: 'Oak Tray', price: 34, availableQuantity: 3, mustQuantity: 4 },
  { name: 'Oak Bowl', price: 18.5, availableQuantity: 2 },
  { name: 'Oak Spoon', price: 18.49 },
  { name: 'Brass Lamp', price: 89 },
  { name: 'Oak Lamp', price: 34.01 },
]

async function found(shop: TestShop, query: string): Promise<string[]> {
  const answer = await shop.call({ url: `/api/items?${query}` })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json<Item[]>().map(({ name }) => name)
}

onBothEngines('a list can be filtered by price and stock, in every sort order', async shop => {
  for (const item of shelf) await shop.item(item)
  for (const sort of itemSorts) {
    const names = async (query: string) => (await found(shop, `sort=${sort}&${query}`)).sort()
    assert.deepEqual(await names('minPrice=18.5&maxPrice=34'), ['Oak Bowl', 'Oak Tray'])
    assert.deepEqual(await names('maxPrice=18.49'), ['Oak Spoon'])
    assert.deepEqual(await names('minPrice=34.01'), ['Brass Lamp', 'Oak Lamp'])
    assert.deepEqual(await names('minPrice=40&maxPrice=20'), [])
    assert.deepEqual(await names('inStock=true&maxPrice=34'), ['Oak Bowl', 'Oak Spoon'])
    assert.deepEqual(await names('search=oak&minPrice=20'), ['Oak Lamp', 'Oak Tray'])
    assert.deepEqual(await names('search=oak&inStock=true&minPrice=20'), ['Oak Lamp'])
    assert.deepEqual(await names('search=lampp&maxPrice=50'), ['Oak Lamp'], 'with a typo, too')
  }
  assert.deepEqual(await found(shop, 'maxPrice=34'), ['Oak Spoon', 'Oak Bowl', 'Oak Tray'], 'newest first')
  assert.deepEqual((await found(shop, 'search=oak+lamp'))[0], 'Oak Lamp', 'the best match first')
})

/** Fails if the link to the next page or the cache key omits the filter. */
onBothEngines('the filter applies to all pages of a list', async shop => {
  for (const item of shelf) await shop.item(item)
  for (const query of ['minPrice=18.5', 'inStock=true', 'search=oak&inStock=true']) {
    const whole = await found(shop, query)
    const names: string[] = []
    let next = `/api/items?limit=1&${query}`
    while (next) {
      const answer = await shop.call({ url: next })
      names.push(...answer.json<Item[]>().map(({ name }) => name))
      next = /<([^>]+)>/.exec(String(answer.headers.link ?? ''))?.[1] ?? ''
    }
    assert.deepEqual(names, whole, query)
  }
  assert.equal((await found(shop, '')).length, shelf.length)
})

onSqlite('an invalid price is refused', async shop => {
  for (const query of ['minPrice=-1', 'maxPrice=1.234', 'minPrice=cheap', 'minPrice=', 'inStock=false'])
    assert.equal((await shop.call({ url: `/api/items?${query}` })).statusCode, 400, query)
})
