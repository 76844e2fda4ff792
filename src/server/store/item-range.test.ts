import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Item } from '#contract/items.ts'
import { itemSorts } from '#domain/search.ts'
import { engines, placeWithTables } from '../../../tests/helpers/databases.ts'
import { recordSql } from '../../../tests/helpers/recorded-sql.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'

/**
 * Fails where a search looks at the price of everything that it finds: a letter that is in all items then costs as much as
 * there are items, for a page that never fills.
 */
for (const engine of engines)
  test(`a search in a range of prices starts from its few items, and not at all where there are none [${engine}]`, async () => {
    const place = await placeWithTables(engine)
    const shop = await openShopAt(place, engine)
    for (const price of [1, 2, 3]) await shop.item({ name: `Tray for ${price}`, price })
    const asked = async (query: string) => {
      const names: string[] = []
      const statements = await recordSql(place, async () => {
        for (const sort of itemSorts) {
          const answer = await shop.call({ url: `/api/items?search=t&sort=${sort}&${query}` })
          names.push(...answer.json<Item[]>().map(({ name }) => name))
        }
      })
      const search = statements.map(({ text }) => text).filter(text => /match|@@/.test(text))
      return { names: new Set(names), search }
    }
    const none = await asked('minPrice=9')
    assert.deepEqual([none.names.size, none.search], [0, []])
    const some = await asked('minPrice=2&maxPrice=2')
    assert.deepEqual([...some.names], ['Tray for 2'])
    assert.ok(some.search.length > 0)
    for (const text of some.search) assert.match(text, /^with in_range/)
    await shop.close()
    await place.remove()
  })
