import assert from 'node:assert/strict'
import { test } from 'vitest'
import { emptyDatabase } from '../tests/helpers/databases.ts'
import { prepare } from './prepare.ts'
import { faultInBooks } from './with-shop.ts'

/** Fails if goods have no entry in the stock ledger, which would make every row that checks the books invalid. */
test('the books of a prepared shop are consistent', async t => {
  const database = await emptyDatabase('sqlite')
  t.onTestFinished(() => database.remove())
  const settings = { dataDir: database.environment.DATA_DIR, databaseUrl: undefined }
  await prepare(settings, 2, { size: { items: 20, users: 20, orders: 100, reviews: 5 } })
  assert.equal(await faultInBooks(settings), undefined)
})
