import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { emptyDatabase } from '../../../tests/helpers/databases.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { type Contents, differences, lineOf, Sum } from './contents.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const summed = (...rows: Record<string, string | number | null>[]): Contents => {
  const sum = new Sum()
  for (const row of rows) sum.add(lineOf(row))
  return { items: sum.result }
}

/** Fails if rows are only counted: a copy with other prices would pass as the original. */
test('a copy that differs in one value is detected; a different order of rows is not a difference', () => {
  const [tray, lamp] = [
    { id: '1', price: 5 },
    { id: '2', price: 7 },
  ]
  assert.deepEqual(differences(summed(tray, lamp), summed(lamp, tray)), [])
  assert.deepEqual(differences(summed(tray, lamp), summed({ price: 5, id: '1' }, lamp)), [])
  assert.deepEqual(differences(summed(tray, lamp), summed(tray, { ...lamp, price: 8 })), [
    'items: the rows differ from the original',
  ])
  assert.deepEqual(differences(summed(tray, lamp), summed(tray)), ['items: 2 rows expected, 1 found'])
  assert.deepEqual(differences(summed(tray), {}), ['items: 1 rows expected, none found'])
  assert.deepEqual(differences({}, summed(tray)), ['items: no rows expected, 1 found'])
  assert.equal(differences(summed(tray, tray), summed(lamp, lamp)).length, 1)
  assert.notEqual(lineOf({ id: '1', price: null }), lineOf({ id: '1', price: 0 }))
})

/** Fails if every file in the folder is copied: a half-written picture would make the backup impossible to restore. */
onBothEngines('files that are not pictures of the shop are left out of a backup', async shop => {
  const { config } = shop.deps
  const folder = join(config.dataDir, 'images')
  await mkdir(folder, { recursive: true })
  const name = `${randomBytes(16).toString('hex')}-960.webp`
  for (const file of [name, `${name}.part`, `${name}~`, '.hidden', 'notes.txt'])
    await writeFile(join(folder, file), 'x')
  const file = join(config.dataDir, 'shop.tar')
  const { pictures } = await takeBackup(config, file)
  assert.equal(pictures, 1)
  const database = await emptyDatabase('sqlite')
  const restored = await restoreBackup(readConfig({ SHOP_MODE: 'live', ...database.environment }), file, {
    replace: false,
  })
  assert.deepEqual([restored.manifest.pictures, restored.broken], [1, []])
  await database.remove()
})

/** Fails if every user of the machine can read it: it contains sessions and password hashes. */
onBothEngines('only its owner can read a backup, and a failed backup leaves no file', async shop => {
  const { config } = shop.deps
  const file = join(config.dataDir, 'shop.tar')
  await takeBackup(config, file)
  assert.equal((await stat(file)).mode & 0o777, 0o600)
  const database = await emptyDatabase('sqlite')
  const nowhere = readConfig({ SHOP_MODE: 'live', ...database.environment })
  await assert.rejects(takeBackup(nowhere, join(database.environment.DATA_DIR, 'shop.tar')))
  assert.deepEqual(await readdir(database.environment.DATA_DIR), [])
  await database.remove()
})
