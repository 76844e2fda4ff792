import assert from 'node:assert/strict'
import { join } from 'node:path'
import { emptyDatabase } from '../../../tests/helpers/databases.ts'
import { newAdmin, onBothEngines, onSqlite, openShopAt, type TestShop } from '../../../tests/helpers/shop.ts'
import { restoreBackup } from '../backup/restore.ts'
import { takeBackup } from '../backup/take-backup.ts'
import { readConfig } from '../config.ts'
import { removeOrders } from '../store/demo-data.ts'
import { indexOrders } from './index-search.ts'

const found = async (shop: TestShop, search: string): Promise<string[]> =>
  (await (await newAdmin(shop)).call('GET', `/api/booking?search=${search}`))
    .json<{ ownerName: string }[]>()
    .map(({ ownerName }) => ownerName)

/** Fails if the index's results are not compared with the search term: all trigrams of 'abcde' are there. */
onBothEngines('an order with the trigrams of a word, but not the word, is not found', async shop => {
  await (await shop.customer()).order(await shop.item(), 1, { ownerName: 'Abcd Bcde' })
  await indexOrders(shop.deps)
  assert.deepEqual([await found(shop, 'abcde'), await found(shop, 'bcde')], [[], ['Abcd Bcde']])
})

/** Fails if the index keeps the demo's orders: numbers start again, and new orders would seem indexed. */
onSqlite('orders after a demo that went live are found', async shop => {
  const [item, ann] = [await shop.item(), await shop.customer()]
  for (const ownerName of ['Ann Demo', 'Bob Demo']) await ann.order(item, 1, { ownerName })
  await indexOrders(shop.deps)
  await shop.deps.db.write(tx => removeOrders(tx, shop.deps.now()))
  await ann.order(item, 1, { ownerName: 'Cleo Live' })
  assert.equal(await indexOrders(shop.deps), 1)
  assert.deepEqual([await found(shop, 'cleo'), await found(shop, 'demo')], [['Cleo Live'], []])
})

/** Fails if a restore does not index the items: a backup does not contain the index. */
onBothEngines('the items of a restored shop are found', async shop => {
  await shop.item({ name: 'Café Lamp' })
  const file = join(shop.deps.config.dataDir, 'shop.tar')
  await takeBackup(shop.deps.config, file)
  const database = await emptyDatabase(shop.engine)
  await restoreBackup(readConfig({ SHOP_MODE: 'live', ...database.environment }), file, { replace: false })
  const restored = await openShopAt(database, shop.engine)
  const items = (await restored.call({ url: '/api/items?search=cafe' })).json<{ name: string }[]>()
  assert.deepEqual(
    items.map(({ name }) => name),
    ['Café Lamp'],
  )
  await restored.close()
  await database.remove()
})
