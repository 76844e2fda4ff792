import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { noteAs, promise } from '../../../tests/helpers/before-one.ts'
import { type EngineName, emptyPlace, engines, placeWithTables } from '../../../tests/helpers/databases.ts'
import { onBothEngines, openShopAt, type TestShop } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { stemsBeforeOne } from '../db/before-one.ts'
import { refuseLaterVersion } from '../db/later-version.ts'
import { appliedStems, migrate, migrationNames, stemOf } from '../db/migrate.ts'
import { moveToPostgres } from './move.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take.ts'

const schema = ['0100_shop', '0101_by-engine']

/** What has come since. */
const later = async (engine: EngineName) => (await migrationNames(engine)).slice(schema.length).map(stemOf)

/** A backup as the version makes it that has gone through these migrations: a backup tells nothing else of its version. */
async function backupOf(shop: TestShop, stems: readonly string[]): Promise<string> {
  const { db, config } = shop.deps
  const file = join(config.dataDir, 'shop.tar')
  await noteAs(db, stems)
  assert.deepEqual((await takeBackup(config, file)).migrations, stems)
  await migrate(db)
  return file
}

/** Fails where the versions before 1.0 are unknown, or none of the tables is made for their rows. */
for (const [whose, stems] of [
  ['of the last version before 1.0', stemsBeforeOne],
  ['of a shop that was taken over', [...stemsBeforeOne, ...schema]],
  ['of a new shop', schema],
] as const)
  onBothEngines(`a backup ${whose} restores into either engine`, async shop => {
    const item = await shop.item({ availableQuantity: 5 })
    const order = (await (await shop.customer()).order(item, 2)).json()
    const file = await backupOf(shop, stems)
    for (const engine of engines) {
      const place = await emptyPlace(engine)
      const config = readConfig({ SHOP_MODE: 'live', ...place.environment })
      for (const replace of [false, true]) {
        const { broken } = await restoreBackup(config, file, { replace })
        assert.deepEqual(broken, [])
      }
      const restored = await openShopAt(place, engine)
      const { read } = restored.deps.db
      const kept = await read.selectFrom('bookings').select(['id', 'number']).executeTakeFirst()
      assert.equal(kept?.id, order._id)
      assert.equal((await (await restored.customer()).order(item)).json().number, 'T-1002')
      const names = await read.selectFrom('migrations').select('name').orderBy('name').execute()
      const former = stems === schema ? schema : [...stemsBeforeOne, ...schema]
      assert.deepEqual(await appliedStems(read), [...former, ...(await later(engine))])
      // The way back to the version before is as open as it was.
      assert.equal(names[former.length - 1]?.name.includes(`.${promise}.`), stems !== schema)
      await refuseLaterVersion(read, engine)
      await restored.close()
      await place.remove()
    }
  })

/** Fails where it is filled into the tables of today: what was not there then is missing or empty. */
onBothEngines('a backup of an early version is refused, and nothing happens', async shop => {
  for (const missing of [stemsBeforeOne.at(-1) ?? '', '0033_items-in-stock']) {
    const { db, config } = shop.deps
    const file = join(config.dataDir, 'shop.tar')
    await noteAs(db, stemsBeforeOne)
    await takeBackup(config, file)
    await migrate(db)
    // The list of contents is not part of what is sealed; another name of the same length keeps the file whole.
    const whole = (await readFile(file)).toString('latin1')
    await writeFile(file, whole.replace(missing, `0000${missing.slice(4)}`), 'latin1')
    const place = await emptyPlace(shop.engine)
    await assert.rejects(
      restoreBackup(readConfig({ SHOP_MODE: 'live', ...place.environment }), file, { replace: true }),
      /early version of the shop.*Restore it with the last version before 1.0/,
    )
    assert.deepEqual(await readdir(place.environment.DATA_DIR), [])
    await place.remove()
  }
})

test('a shop of the last version before 1.0 is moved to PostgreSQL', async () => {
  const [embedded, target] = [await placeWithTables('sqlite'), await emptyPlace('postgres')]
  const shop = await openShopAt(embedded, 'sqlite')
  await shop.item()
  await noteAs(shop.deps.db, stemsBeforeOne)
  await shop.close()
  const moved = await moveToPostgres(embedded.environment.DATA_DIR, target.environment.DATABASE_URL ?? '')
  assert.deepEqual([moved.contents.items?.rows, moved.broken], [1, []])
  const there = await openShopAt(target, 'postgres')
  const since = await later('postgres')
  assert.deepEqual(await appliedStems(there.deps.db.read), [...stemsBeforeOne, ...schema, ...since])
  await there.close()
  await Promise.all([embedded.remove(), target.remove()])
})
