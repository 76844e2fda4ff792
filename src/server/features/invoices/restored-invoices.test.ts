import assert from 'node:assert/strict'
import { join } from 'node:path'
import { withCards } from '../../../../tests/helpers/card-shop.ts'
import { emptyDatabase } from '../../../../tests/helpers/databases.ts'
import { placePaidOrder } from '../../../../tests/helpers/paying.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { takeBackup } from '../../backup/take-backup.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { readConfig } from '../../config.ts'
import type { Database } from '../../db/engine/database.ts'
import { openDatabase } from '../../db/engine/open-database.ts'

const invoicesIn = async ({ read }: Database) => [
  await read.selectFrom('invoices').selectAll().orderBy('series').orderBy('number').execute(),
  await read.selectFrom('invoice_series').selectAll().orderBy('series').execute(),
]

/** Fails if a backup omits the counter: the first number would be issued a second time. */
withCards('a shop restored into the other database continues its invoice numbers', async shop => {
  for (let i = 0; i < 2; i++) await placePaidOrder(shop)
  const file = join(shop.deps.config.dataDir, 'shop.tar')
  await takeBackup(shop.deps.config, file)
  const database = await emptyDatabase(shop.engine === 'sqlite' ? 'postgres' : 'sqlite')
  const config = readConfig({ SHOP_MODE: 'live', ...database.environment })
  await restoreBackup(config, file, { replace: false })
  const db = await openDatabase(config, () => undefined)
  const found = await invoicesIn(db)
  assert.deepEqual(found, await invoicesIn(shop.deps.db))
  assert.deepEqual(found[1], [{ series: 'INV', last_number: 1002 }])
  assert.deepEqual(await brokenInvariants(db.read), [])
  await db.close()
  await database.remove()
})
