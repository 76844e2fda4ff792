import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type TestContext, test } from 'vitest'
import { addCardsAndEmail, eventually } from '../../../tests/helpers/card-shop.ts'
import { emptyDatabase, type TestDatabase } from '../../../tests/helpers/databases.ts'
import {
  occurrencesOf,
  personWithHistory,
  uniqueDetails,
} from '../../../tests/helpers/person-with-history.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { openShop } from '../process/open-shop.ts'
import { branchesOf } from './continuous/catalog.ts'
import { startContinuousBackup } from './continuous/continuous-backup.ts'
import { FolderTarget } from './continuous/folder-target.ts'
import { requestTarget } from './continuous/requested-target.ts'
import { restoreContinuous } from './restore-continuous.ts'

const configOf = ({ environment }: TestDatabase) =>
  readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...environment })

/** A shop with a continuous backup to a folder. */
async function backedUpShop(t: TestContext) {
  const database = await emptyDatabase('sqlite')
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-backup-'))
  const shop = await openShopAt(database, 'sqlite')
  const { config, db } = shop.deps
  await requestTarget(config.dataDir, folder)
  const warnings: string[] = []
  const backup = await startContinuousBackup(config, db, {
    isUnchanged: true,
    warn: sentence => void warnings.push(sentence),
  })
  t.onTestFinished(async () => {
    await database.remove()
    await rm(folder, { recursive: true })
  })
  /** Waits until everything so far is in the backup, and returns the time. */
  const shipped = async () => {
    const now = Date.now()
    await eventually(
      async () => Date.now() - (backup.state()?.behindSeconds ?? Infinity) * 1000 > now,
      'the backup',
    )
    return Date.now()
  }
  const closeAll = async () => {
    await backup.stop()
    await shop.close()
  }
  return { shop, database, folder, target: new FolderTarget(folder), shipped, close: closeAll, warnings }
}

test('after the loss of the disk the latest state is restored from the folder, with its pictures', async t => {
  const { shop, database, target, shipped, close } = await backedUpShop(t)
  await shipped()
  const item = await shop.item()
  const ann = await shop.customer()
  for (let count = 0; count < 3; count++) assert.equal((await ann.order(item)).statusCode, 201)
  const picture = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a63' } })
    .png()
    .toBuffer()
  await shop.deps.pictures.keep(picture)
  await shop.deps.contentPictures.keep(picture)
  assert.equal((await ann.order(item)).statusCode, 201)
  const moment = await shipped()
  for (let count = 0; count < 2; count++) assert.equal((await ann.order(item)).statusCode, 201)
  await close()
  await rm(database.environment.DATA_DIR, { recursive: true })
  const restored = await restoreContinuous(configOf(database), target, { replace: false })
  assert.deepEqual([restored.broken, restored.notes, restored.pictures], [[], [], 6])
  assert.equal(restored.contents.orders?.rows, 6)
  assert.equal((await readdir(join(database.environment.DATA_DIR, 'images'))).length, 6)
  await assert.rejects(
    restoreContinuous(configOf(database), target, { replace: false, until: moment }),
    /There is a shop in .* already/,
  )
  const earlier = await restoreContinuous(configOf(database), target, { replace: true, until: moment })
  assert.deepEqual([earlier.broken, earlier.contents.orders?.rows], [[], 4])
  assert.ok(Date.parse(earlier.upTo) <= moment)
  await assert.rejects(
    restoreContinuous(configOf(database), target, { replace: true, until: 1 }),
    /begins at/,
  )
  const { db } = await openShop(configOf(database), () => undefined)
  assert.deepEqual(await db.read.selectFrom('sessions').selectAll().execute(), [], 'everybody signs in again')
  await db.close()
})

/** Fails if pictures that were moved aside stay there: items of that time would show broken pictures. */
test('a restore brings back pictures removed after the restored change, and none removed before it', async t => {
  const { shop, database, folder, target, shipped, close } = await backedUpShop(t)
  await eventually(async () => (await branchesOf(target))[0]?.first !== undefined, 'the first copy')
  await shop.item()
  await shipped()
  await close()
  const [branch] = await branchesOf(target)
  const { name, first, last } = branch ?? assert.fail()
  assert.ok(first && last && first.n < last.n)
  const [before, since, elsewhere] = ['a', 'b', 'c'].map(letter => `${letter.repeat(32)}-480.webp`)
  await mkdir(join(folder, 'images-gone'))
  for (const gone of [
    `${name}-${first.n}-${before}`,
    `${name}-${last.n}-${since}`,
    `generation-0009-1f2e3d4c-${first.n}-${elsewhere}`,
  ])
    await writeFile(join(folder, 'images-gone', gone), 'a picture')
  await rm(database.environment.DATA_DIR, { recursive: true })
  await restoreContinuous(configOf(database), target, { replace: false })
  assert.deepEqual((await readdir(join(database.environment.DATA_DIR, 'images'))).sort(), [since, elsewhere])
})

/** Fails if the list of erased accounts is not copied: the disk had the only other one. */
test('an account that was erased after the restored time is erased again', async t => {
  const { shop, database, target, shipped, close } = await backedUpShop(t)
  const paying = await addCardsAndEmail(shop)
  const { ann } = await personWithHistory(paying)
  const moment = await shipped()
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  await shipped()
  await paying.closeCards()
  await close()
  await rm(database.environment.DATA_DIR, { recursive: true })
  const restored = await restoreContinuous(configOf(database), target, { replace: false, until: moment })
  assert.deepEqual([restored.erasedAgain, restored.broken], [1, []])
  const { db } = await openShop(configOf(database), () => undefined)
  assert.deepEqual(await occurrencesOf(db.read, Object.values(uniqueDetails)), [])
  await db.close()
})

/** Fails if the rebuilt file goes unnoticed: later changes would not fit the copy. */
test('an erasure cleans the file, and the backup continues with a copy of the clean one', async t => {
  const { shop, target, shipped, close, database } = await backedUpShop(t)
  const ann = await shop.customer()
  await shipped()
  assert.equal((await ann.call('POST', '/api/auth/erase', {})).statusCode, 204)
  const { finishErasures } = await import('../jobs/finish-erasures.ts')
  await eventually(async () => {
    await finishErasures(shop.deps)
    const uncleaned = await shop.deps.db.read.selectFrom('erasures').select('cleaned_at').execute()
    return uncleaned.every(({ cleaned_at }) => cleaned_at !== null)
  }, 'the file to be cleaned')
  await eventually(async () => ((await branchesOf(target))[0]?.bases.length ?? 0) > 1, 'another copy')
  await shipped()
  await close()
  await rm(database.environment.DATA_DIR, { recursive: true })
  assert.deepEqual((await restoreContinuous(configOf(database), target, { replace: false })).broken, [])
})

test('an empty target cannot be restored', async t => {
  const database = await emptyDatabase('sqlite')
  t.onTestFinished(database.remove)
  const empty = join(database.environment.DATA_DIR, 'none')
  await mkdir(empty)
  const restoring = restoreContinuous(configOf(database), new FolderTarget(empty), { replace: false })
  await assert.rejects(restoring, /no continuous backup/)
  const config = { ...configOf(database), databaseUrl: 'postgres://shop@localhost/shop' }
  await assert.rejects(
    restoreContinuous(config, new FolderTarget(empty), { replace: false }),
    /restores into a folder/,
  )
})
