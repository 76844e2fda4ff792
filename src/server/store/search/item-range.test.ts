import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Item } from '#contract/items.ts'
import { itemSorts } from '#domain/search.ts'
import {
  type EngineName,
  engines,
  migratedDatabase,
  type TestDatabase,
} from '../../../../tests/helpers/databases.ts'
import { recordSql } from '../../../../tests/helpers/recorded-sql.ts'
import { newAdmin, type OpenedShop, openShopAt } from '../../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../../books/invariants.ts'

/** Searches in every sort order. Returns the names found and the statements that read items. */
async function asked(shop: OpenedShop, database: TestDatabase, query: string) {
  const names = new Set<string>()
  const statements = await recordSql(database, async () => {
    for (const sort of itemSorts) {
      const answer = await shop.call({ url: `/api/items?sort=${sort}&${query}` })
      for (const { name } of answer.json<Item[]>()) names.add(name)
    }
  })
  const texts = statements.map(({ text }) => text)
  return { names: [...names], searching: texts.filter(text => /match|@@/.test(text)) }
}

async function inShop(engine: EngineName, body: (shop: OpenedShop, database: TestDatabase) => Promise<void>) {
  const database = await migratedDatabase(engine)
  const shop = await openShopAt(database, engine)
  await body(shop, database)
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
  await shop.close()
  await database.remove()
}

for (const engine of engines) {
  /**
   * Fails if a search checks the price of every match: a letter that is in all items then costs a full scan for a page that
   * never fills.
   */
  test(`a search in a price range starts from its few items, and does not run if there are none [${engine}]`, () =>
    inShop(engine, async (shop, database) => {
      for (const price of [1, 2, 3]) await shop.item({ name: `Tray for ${price}`, price })
      const none = await asked(shop, database, 'search=t&minPrice=9')
      assert.deepEqual([none.names, none.searching], [[], []])
      const some = await asked(shop, database, 'search=t&minPrice=2&maxPrice=2')
      assert.deepEqual(some.names, ['Tray for 2'])
      assert.ok(some.searching.length > 0)
      for (const text of some.searching) assert.match(text, /^with few as/)
    }))

  test(`only visible items in stock are listed as in stock, right after each change [${engine}]`, () =>
    inShop(engine, async (shop, database) => {
      const admin = await newAdmin(shop)
      const [sold, hidden, back] = [
        await shop.item({ name: 'Sold', availableQuantity: 1 }),
        await shop.item({ name: 'Hidden' }),
        await shop.item({ name: 'Back', availableQuantity: 1, mustQuantity: 2 }),
      ]
      const left = async (query: string) => (await asked(shop, database, query)).names
      assert.deepEqual((await left('inStock=true')).sort(), ['Hidden', 'Sold'])
      await (await shop.customer()).order(sold, 1)
      await admin.call('PATCH', `/api/item/${hidden._id}`, { version: 1, hidden: true })
      await admin.call('POST', `/api/item/${back._id}/stock`, { change: 1, reason: 'Delivery' })
      for (const query of ['inStock=true&limit=9', 'inStock=true&search=b'])
        assert.deepEqual(await left(query), ['Back'])
    }))
}
