import assert from 'node:assert/strict'
import { join } from 'node:path'
import { emptyDatabase } from '../../../../tests/helpers/databases.ts'
import { bought } from '../../../../tests/helpers/paying.ts'
import { withCards } from '../../../../tests/helpers/paying-shop.ts'
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

/** Fails where a backup leaves the counter out: the first number would be given out a second time. */
withCards('a shop that was restored into the other database has its invoices, and counts on', async shop => {
  for (let i = 0; i < 2; i++) await bought(shop)
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
