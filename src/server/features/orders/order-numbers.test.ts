import assert from 'node:assert/strict'
import { join } from 'node:path'
import { emptyDatabase } from '../../../../tests/helpers/databases.ts'
import { onBothEngines, onSqlite } from '../../../../tests/helpers/shop.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { takeBackup } from '../../backup/take-backup.ts'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/engine/open-database.ts'
import * as newOrder from '../../store/new-order.ts'
import * as timeline from '../../store/timeline.ts'

/**
 * Fails on PostgreSQL if the next number is the highest plus one, as on SQLite. Everyone orders a different item,
 * because orders of the same item are serialized anyway.
 */
onBothEngines('50 concurrent orders get 50 numbers', async shop => {
  const buyers = await Promise.all(
    Array.from({ length: 10 }, async () => ({ item: await shop.item(), person: await shop.customer() })),
  )
  const placed = await Promise.all(
    buyers.flatMap(({ item, person }) => Array.from({ length: 5 }, () => person.order(item))),
  )
  const numbers = placed.map(answer => answer.json<{ number: string }>().number)
  assert.equal(new Set(numbers).size, 50)
  for (const number of numbers) assert.match(number, /^T-1\d{3}$/)
})

onSqlite('a repeated request for an order gets one number', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const place = async () =>
    (await ann.order(item, 1, {}, { 'idempotency-key': 'k' })).json<{ number: string }>().number
  assert.equal(await place(), await place())
})

/** Without continueOrders(), PostgreSQL starts again at the first number. */
onBothEngines('a restored shop continues its order numbers and keeps its timelines', async shop => {
  const ann = await shop.customer()
  const item = await shop.item()
  const { _id } = (await ann.order(item)).json<{ _id: string }>()
  await ann.order(item)
  await shop.deps.db.write(tx => timeline.add(tx, _id, { at: 9, what: 'payment_opened', who: 'customer' }))
  const file = join(shop.deps.config.dataDir, 'shop.tar')
  await takeBackup(shop.deps.config, file)
  const database = await emptyDatabase(shop.engine)
  const config = readConfig({ SHOP_MODE: 'live', ...database.environment })
  await restoreBackup(config, file, { replace: false })
  const db = await openDatabase(config, () => undefined)
  const row = await db.read.selectFrom('orders').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  const [story, original] = await Promise.all(
    [db.read, shop.deps.db.read].map(read => timeline.list(read, row)),
  )
  assert.deepEqual(story, original)
  assert.equal(story?.length, 2)
  const { number: _, search_text: __, ...rest } = row
  const { number } = await db.write(tx =>
    newOrder.insert(tx, { ...rest, id: 'later', idempotency_key: null }),
  )
  assert.equal(number, 1003)
  await db.close()
  await database.remove()
})
