import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { addCardsAndEmail } from '../../../tests/helpers/card-shop.ts'
import { engines, isPooled, migratedDatabase, type TestDatabase } from '../../../tests/helpers/databases.ts'
import {
  occurrencesOf,
  personWithHistory,
  uniqueDetails,
} from '../../../tests/helpers/person-with-history.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { databaseFile } from '../db/data-dir.ts'
import { openShop } from '../process/open-shop.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const configOf = ({ environment }: TestDatabase) =>
  readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...environment })

/** A shop with a customer who erased their account after a backup was taken. */
async function erasedSince(database: TestDatabase, engine: (typeof engines)[number], backup: string) {
  const shop = await openShopAt(database, engine)
  const paying = await addCardsAndEmail(shop)
  try {
    const { ann } = await personWithHistory(paying)
    await takeBackup(configOf(database), backup)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  } finally {
    await paying.closeCards()
    await shop.close()
  }
}

async function left(database: TestDatabase): Promise<string[]> {
  const { db } = await openShop(configOf(database), () => undefined)
  try {
    const unclosed = await db.read
      .selectFrom('users')
      .select('id')
      .where('removed_at', 'is not', null)
      .where('closed_at', 'is', null)
      .execute()
    assert.equal(unclosed.length, 1, 'what they left unpaid is for the job that closes accounts')
    return await occurrencesOf(db.read, Object.values(uniqueDetails))
  } finally {
    await db.close()
  }
}

/** Fails if neither the old database nor the list beside it is read to find the erased accounts. */
for (const engine of engines)
  test.skipIf(isPooled(engine))(
    `a backup from before an erasure is restored without the erased account [${engine}]`,
    async () => {
      const database = await migratedDatabase(engine)
      try {
        const backup = join(database.environment.DATA_DIR, 'shop.tar')
        await erasedSince(database, engine, backup)
        const restored = await restoreBackup(configOf(database), backup, { replace: true })
        assert.deepEqual([restored.erasedAgain, restored.broken], [1, []])
        assert.deepEqual(await left(database), [])
      } finally {
        await database.remove()
      }
    },
  )

/** Fails if only the database records the erased accounts. */
test('a backup that replaces a damaged database is also restored without the erased account', async () => {
  const database = await migratedDatabase('sqlite')
  try {
    const backup = join(database.environment.DATA_DIR, 'shop.tar')
    await erasedSince(database, 'sqlite', backup)
    await writeFile(databaseFile(database.environment.DATA_DIR), 'this is no database '.repeat(1000))
    const restored = await restoreBackup(configOf(database), backup, { replace: true })
    assert.equal(restored.erasedAgain, 1)
    assert.deepEqual(await left(database), [])
  } finally {
    await database.remove()
  }
})
