import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import { engines, migratedDatabase } from '../../../tests/helpers/databases.ts'
import { recordPayment } from '../../../tests/helpers/record-payment.ts'
import { type OpenedShop, openShopAt } from '../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'

/** Sells one item. Returns the numbers of the order and of its invoice. */
async function sell({ customer, item, deps: { db, now } }: OpenedShop): Promise<string[]> {
  const ann = await customer()
  const order = (await ann.order(await item())).json<{ _id: string; number: string }>()
  await db.write(tx => recordPayment(tx, order._id, `pi_${order._id}`, now()))
  const { number } = await db.read
    .selectFrom('invoices')
    .select('number')
    .where('order_id', '=', order._id)
    .executeTakeFirstOrThrow()
  return [order.number, `INV-${number}`]
}

/** Fails if the restored shop continues from its own last number: two customers would get the same invoice number. */
for (const engine of engines)
  test(`a restored shop issues no number that the previous shop has issued [${engine}]`, async t => {
    const database = await migratedDatabase(engine)
    t.onTestFinished(() => database.remove())
    const before = await openShopAt(database, engine)
    const { config } = before.deps
    const file = join(config.dataDir, 'shop.tar')
    await sell(before)
    await takeBackup(config, file)
    const given = [...(await sell(before)), ...(await sell(before))]
    assert.deepEqual(given, ['T-1002', 'INV-1002', 'T-1003', 'INV-1003'])
    await before.close()
    for (const expected of [
      ['T-1004', 'INV-1004'],
      ['T-1005', 'INV-1005'],
    ]) {
      assert.deepEqual((await restoreBackup(config, file, { replace: true })).broken, [])
      const after = await openShopAt(database, engine)
      assert.deepEqual(await sell(after), expected)
      assert.deepEqual(await brokenInvariants(after.deps.db.read), [])
      await after.close()
    }
    // If the previous shop is lost, its owner may know the last number.
    const elsewhere = await migratedDatabase(engine)
    t.onTestFinished(() => elsewhere.remove())
    const fresh = await openShopAt(elsewhere, engine)
    const { config: other } = fresh.deps
    await fresh.close()
    const { issued: told, broken } = await restoreBackup(other, file, { replace: true, numbersFrom: 2000 })
    assert.deepEqual([told.numbers.T, told.hasSkipped, broken], [1999, true, []])
    const last = await openShopAt(elsewhere, engine)
    assert.deepEqual(await sell(last), ['T-2000', 'INV-2000'])
    // A backup of the restored shop includes the skipped numbers.
    const second = join(other.dataDir, 'second.tar')
    await takeBackup(other, second)
    await last.close()
    assert.deepEqual((await restoreBackup(other, second, { replace: true })).broken, [])
    const again = await openShopAt(elsewhere, engine)
    assert.deepEqual(await sell(again), ['T-2001', 'INV-2001'])
    await again.close()
  })
