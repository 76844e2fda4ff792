import assert from 'node:assert/strict'
import { test } from 'vitest'
import { engines, migratedDatabase } from '../../../tests/helpers/databases.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import * as shopIdentity from './shop-identity.ts'

/**
 * Fails if the id is created with the first payment: a shop restored from an earlier backup would not recognize its own
 * charges.
 */
for (const engine of engines)
  test(`a shop gets its identity at the first start, and never changes it [${engine}]`, async () => {
    const database = await migratedDatabase(engine)
    const identityOf = async () => {
      const shop = await openShopAt(database, engine)
      const id = await shopIdentity.find(shop.deps.db.read)
      await shop.close()
      return id
    }
    const first = await identityOf()
    assert.match(String(first), /^[0-9a-f-]{36}$/)
    assert.equal(await identityOf(), first)
    await database.remove()
  })
