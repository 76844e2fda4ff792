import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { engines, isPooled, placeWithTables, type TestPlace } from '../../../tests/helpers/databases.ts'
import { takingCards } from '../../../tests/helpers/paying-shop.ts'
import { marks, personIn, writtenIn } from '../../../tests/helpers/person.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { databaseFile } from '../db/data-dir.ts'
import { openShop } from '../process/open-shop.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const configOf = ({ environment }: TestPlace) =>
  readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...environment })

/** A shop in which somebody erased their account after a backup was taken. */
async function erasedSince(place: TestPlace, engine: (typeof engines)[number], backup: string) {
  const shop = await openShopAt(place, engine)
  const paying = await takingCards(shop)
  try {
    const { ann } = await personIn(paying)
    await takeBackup(configOf(place), backup)
    assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  } finally {
    await paying.closeCards()
    await shop.close()
  }
}

async function left(place: TestPlace): Promise<string[]> {
  const { db } = await openShop(configOf(place), () => undefined)
  try {
    const unclosed = await db.read
      .selectFrom('users')
      .select('id')
      .where('removed_at', 'is not', null)
      .where('closed_at', 'is', null)
      .execute()
    assert.equal(unclosed.length, 1, 'what they left unpaid is for the job that closes accounts')
    return await writtenIn(db.read, Object.values(marks))
  } finally {
    await db.close()
  }
}

/** Fails where neither the old database nor the list beside it is asked whom to erase again. */
for (const engine of engines)
  test.skipIf(isPooled(engine))(
    `a backup from before an erasure is restored without the person [${engine}]`,
    async () => {
      const place = await placeWithTables(engine)
      try {
        const backup = join(place.environment.DATA_DIR, 'shop.tar')
        await erasedSince(place, engine, backup)
        const restored = await restoreBackup(configOf(place), backup, { replace: true })
        assert.deepEqual([restored.erasedAgain, restored.broken], [1, []])
        assert.deepEqual(await left(place), [])
      } finally {
        await place.remove()
      }
    },
  )

/** Fails where only the database knows who was erased. */
test('so is one that takes the place of a damaged database', async () => {
  const place = await placeWithTables('sqlite')
  try {
    const backup = join(place.environment.DATA_DIR, 'shop.tar')
    await erasedSince(place, 'sqlite', backup)
    await writeFile(databaseFile(place.environment.DATA_DIR), 'this is no database '.repeat(1000))
    const restored = await restoreBackup(configOf(place), backup, { replace: true })
    assert.equal(restored.erasedAgain, 1)
    assert.deepEqual(await left(place), [])
  } finally {
    await place.remove()
  }
})
