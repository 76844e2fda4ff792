import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { emptyDatabase, type TestDatabase } from '../../../tests/helpers/databases.ts'
import { runProgram } from '../../../tests/helpers/program.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { behaviours, openStorage } from '../../../tests/helpers/storage.ts'
import { Bucket } from '../adapters/bucket.ts'
import { readConfig } from '../config.ts'
import { openShop } from '../process/open-shop.ts'
import { startContinuousBackup } from './continuous/continuous-backup.ts'
import { FolderTarget } from './continuous/folder-target.ts'
import { movePictures } from './pictures.ts'
import { restoreBackup } from './restore.ts'
import { restoreContinuous } from './restore-continuous.ts'
import { takeBackup } from './take-backup.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const inBucket = (part: string) => ({ ...storage.settings, S3_BUCKET: `shop/${part}` })
const partOf = (part: string) => new Bucket({ ...storage.config, prefix: `${part}/` })
const configOf = ({ environment }: TestDatabase, settings: Record<string, string> = {}) =>
  readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...settings, ...environment })

/** Of an item, and of the shop's content. */
const endings = ['-960.webp', '-1200x700.webp', '-1200x700-480.avif', '.mp4', '.webm', '.vtt']

const picture = (_?: unknown, n = 0) => ({
  name: `${randomBytes(16).toString('hex')}${endings[n % endings.length]}`,
  content: randomBytes(2000),
})

onBothEngines(
  'a backup contains the pictures of the bucket, and a restore stores them according to the settings',
  async shop => {
    const file = join(shop.deps.config.dataDir, 'shop.tar')
    const pictures = Array.from({ length: 40 }, picture)
    await shop.deps.pictureFiles.remove(await shop.deps.pictureFiles.list())
    await shop.deps.pictureFiles.write(pictures)
    await partOf('taken').put('images/no-picture.txt', Buffer.from('x'))
    assert.equal((await takeBackup(shop.deps.config, file)).pictures, 40)
    const [disk, elsewhere] = [await emptyDatabase('sqlite'), await emptyDatabase('sqlite')]
    await restoreBackup(configOf(disk), file, { replace: false })
    const part = `restored-${shop.engine}`
    await restoreBackup(configOf(elsewhere, inBucket(part)), file, { replace: false })
    const folder = join(disk.environment.DATA_DIR, 'images')
    assert.equal((await readdir(folder)).length, 40)
    for (const { name, content } of pictures) {
      assert.deepEqual(await readFile(join(folder, name)), content)
      assert.deepEqual(await partOf(part).get(`images/${name}`), content)
    }
    assert.ok(!existsSync(join(elsewhere.environment.DATA_DIR, 'images')))
    await Promise.all([disk.remove(), elsewhere.remove()])
  },
  inBucket('taken'),
)

/** Fails if a failed listing counts as empty: a backup without pictures would replace a good one. */
test('a shop whose storage is unreachable makes no backup, and says why', async () => {
  storage.reset()
  const database = await emptyDatabase('sqlite')
  const settings = inBucket('away')
  const shop = await openShop(configOf(database, settings), () => undefined)
  await shop.db.close()
  const file = join(database.environment.DATA_DIR, 'shop.tar')
  storage.behaviour = behaviours.cut
  const environment = { SHOP_MODE: 'live', PATH: process.env.PATH, ...settings, ...database.environment }
  const { code, err } = await runProgram('scripts/backup.ts', [file], environment)
  assert.equal(code, 1)
  assert.match(err, /^\nThe bucket shop at 127\.0\.0\.1:\d+ cannot be reached \(.+\)\.\n+$/)
  assert.deepEqual(
    (await readdir(database.environment.DATA_DIR)).filter(name => name.includes('.tar')),
    [],
  )
  await database.remove()
})

test('a continuous backup is restored together with its pictures into the bucket', async () => {
  storage.reset()
  const database = await emptyDatabase('sqlite')
  const backup = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-backup-'))
  const target = new FolderTarget(backup)
  const shop = await openShop(configOf(database), () => undefined)
  const [before, later] = [picture(), picture(undefined, 3)]
  await shop.pictureFiles.write([before, later])
  const config = { ...shop.config, backupTo: backup }
  const running = await startContinuousBackup(config, shop.db, { isUnchanged: true, warn: () => undefined })
  const begun = performance.now()
  const isThere = async () =>
    (running.state()?.behindSeconds ?? Infinity) * 1000 < performance.now() - begun - 300
  await eventually(isThere, 'the backup')
  await running.stop()
  await shop.db.close()
  const fresh = await emptyDatabase('sqlite')
  const { pictures } = await restoreContinuous(configOf(fresh, inBucket('continuous')), target, {
    replace: false,
  })
  assert.equal(pictures, 2)
  for (const { name, content } of [before, later])
    assert.deepEqual(await partOf('continuous').get(`images/${name}`), content)
  await Promise.all([database.remove(), fresh.remove(), rm(backup, { recursive: true })])
})

test('pictures move from the folder into the bucket once, and the originals stay', async () => {
  storage.reset()
  const database = await emptyDatabase('sqlite')
  const folder = join(database.environment.DATA_DIR, 'images')
  await mkdir(folder)
  const pictures = Array.from({ length: 20 }, picture)
  for (const { name, content } of pictures) await writeFile(join(folder, name), content)
  await writeFile(join(folder, 'draft.part'), 'x')
  const config = configOf(database, inBucket('moved'))
  storage.next = [behaviours.pass, behaviours.loseAnswer, behaviours.fail]
  assert.equal(await movePictures(config), 20)
  for (const { name, content } of pictures)
    assert.deepEqual(await partOf('moved').get(`images/${name}`), content)
  assert.equal((await partOf('moved').list('')).length, 20)
  assert.equal((await readdir(folder)).length, 21)
  storage.requests = []
  assert.equal(await movePictures(config), 20)
  assert.deepEqual(
    storage.requests.filter(call => call.startsWith('PUT')),
    [],
  )
  storage.behaviour = behaviours.cut
  await assert.rejects(movePictures(config), { code: 'unavailable' })
  await database.remove()
})
