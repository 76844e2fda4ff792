import assert from 'node:assert/strict'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'

test('the backup of another shop is not touched', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.end()
  const before = await readdir(fixture.targetFolder)
  await writeFile(join(fixture.targetFolder, 'shop.json'), JSON.stringify({ format: 2, shop: 'another' }))
  shop.begin()
  await shop.writeNotes(3)
  assert.match(shop.shipper.problem ?? '', /holds the backup of another shop; choose another place/)
  assert.deepEqual(await readdir(fixture.targetFolder), before)
  await shop.end()
})

test('a missing folder, and a folder with other files, are reported', async t => {
  const fixture = await openBackupFixture(t)
  await writeFile(join(fixture.targetFolder, 'holiday.jpg'), 'x')
  const shop = await fixture.open('live')
  await shop.runBackupOnce()
  assert.match(shop.shipper.problem ?? '', /there are other files in .*holiday\.jpg/)
  await rm(fixture.targetFolder, { recursive: true })
  await shop.runBackupOnce()
  assert.match(shop.shipper.problem ?? '', /there is no folder .*mount the disk/)
  await shop.end()
})

/** Fails if an empty folder counts as a new target: the copy would be on the shop's own disk. */
test('nothing is written to the empty folder of an unmounted disk', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.end()
  shop.begin()
  await shop.db.write(tx => tx.updateTable('backup_targets').set({ on_own_disk: 0 }).execute())
  await rm(fixture.targetFolder, { recursive: true })
  await mkdir(fixture.targetFolder)
  await shop.writeNotes(2)
  assert.match(shop.shipper.problem ?? '', /is empty and on a different disk than before/)
  assert.deepEqual(await readdir(fixture.targetFolder), [])
  await shop.end()
})

test('the files of version 1.0 stay, and are reported', async t => {
  const fixture = await openBackupFixture(t)
  const old = '2026-11-16T20-01-02.345Z-1f2e3d4c'
  await mkdir(join(fixture.targetFolder, old))
  const shop = await fixture.open('live')
  await assert.rejects(shop.restore(), /made by version 1\.0\. Restore it with that version/)
  await shop.backUpAll()
  assert.match(fixture.warnings.join(), /a backup of version 1\.0\. It is left unchanged/)
  assert.ok((await readdir(fixture.targetFolder)).includes(old))
  await shop.end()
})

/** Fails if only the command warns: an owner who sets BACKUP_TO never sees it. */
test('a backup on the shop’s own disk causes one warning at each start', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNotes(3)
  assert.equal(fixture.warnings.filter(sentence => /on the same disk as the shop/.test(sentence)).length, 1)
  await shop.restart()
  await shop.backUpAll()
  assert.equal(fixture.warnings.filter(sentence => /on the same disk as the shop/.test(sentence)).length, 2)
  await shop.end()
})
