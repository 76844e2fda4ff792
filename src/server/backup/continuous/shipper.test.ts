import assert from 'node:assert/strict'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import * as changeLog from '../../store/change-log.ts'
import * as items from '../../store/items.ts'
import { FolderTarget } from './folder-target.ts'

const day = 86_400_000

test('committed changes are in the backup, with the search index', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.db.write(async tx => {
    const counts = { price_minor: 4500, stocked_quantity: 20, must_quantity: 1, created_at: 1 }
    await items.insert(tx, {
      id: 'i1',
      name: 'Brass lamp',
      description: 'Warm',
      photo_url: '/x.webp',
      ...counts,
    })
  })
  await shop.writeNotes(3)
  await shop.backUpAll()
  const { file, notes, remarks } = await shop.restore()
  assert.deepEqual([notes, remarks], [3, []])
  const database = new DatabaseSync(file)
  const found = database.prepare("select rowid from item_search where item_search match 'lamp*'").all()
  assert.equal(found.length, 1)
  database.close()
  await shop.end()
})

/** Fails if each start copies everything: until that is done nothing could be restored. */
test('a restart continues the backup without another copy', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNotes(3)
  for (const isKilled of [false, true]) {
    await shop.restart(isKilled)
    await shop.writeNote()
    await shop.takeOver()
    await shop.backUpAll()
  }
  const [branch, ...others] = await shop.branches()
  assert.deepEqual([branch?.bases.length, others.length], [1, 0])
  assert.equal((await shop.restore()).notes, 5)
  await shop.end()
})

/** Fails if an unacknowledged change is shipped twice, or not at all. */
test('a kill between the write and its note neither loses nor repeats a change', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live', { timings: { checkEveryMs: 1e9 } })
  await shop.runBackupOnce()
  await shop.runBackupOnce()
  for (let count = 0; count < 5; count++) {
    await shop.writeNotes(2)
    await shop.restart(true)
    await shop.takeOver()
  }
  assert.equal((await shop.branches()).length, 1)
  assert.equal((await shop.restore()).notes, 10)
  await shop.end()
})

test('the log is stored only until the target has it', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNotes(50)
  await shop.backUpAll()
  const rows = await changeLog.listAfter(shop.db.read, 0, 1000)
  assert.equal(rows.length, 1, 'the last one stays, for its number')
  await shop.end()
})

/** Fails if schema changes are shipped as rows: they would be applied to the wrong tables. */
test('a schema change causes a new copy, and everything before and after it can be restored', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNotes(2)
  const before = fixture.clocks.now
  await shop.db.write(async tx => {
    await sql`alter table notes add column colour text`.execute(tx)
    await sql`update notes set colour = 'red'`.execute(tx)
  })
  await shop.writeNotes(2)
  await shop.backUpAll()
  assert.equal((await shop.branches())[0]?.bases.length, 2)
  assert.equal((await shop.restore()).notes, 4)
  assert.equal((await shop.restore({ until: before })).notes, 2)
  await shop.end()
})

/** Fails if a gap counts as covered: changes before the copy could not be restored. */
test('a change that is not recorded counts as unsafe until the next copy', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNote()
  await shop.backUpAll()
  const covered = fixture.clocks.elapsed
  await shop.db.write(tx => changeLog.addGap(tx, fixture.clocks.now))
  await mkdir(`${shop.file}.copy`)
  await shop.writeNotes(3)
  assert.equal(shop.shipper.behindMs, fixture.clocks.elapsed - covered)
  assert.ok(shop.shipper.problem)
  await rm(`${shop.file}.copy`, { recursive: true })
  await shop.backUpAll()
  assert.equal((await shop.restore()).notes, 4)
  await shop.end()
})

/** Fails if only a failed check counts as doubt: by the end of a slow one another shop may have the lease. */
test('a check of the target that takes too long proves nothing', async t => {
  const fixture = await openBackupFixture(t)
  let slowMs = 0
  class SlowTarget extends FolderTarget {
    override sizes(folder: string) {
      fixture.clocks.pass(slowMs)
      return super.sizes(folder)
    }
  }
  const shop = await fixture.open('live', { target: folder => new SlowTarget(folder) })
  await shop.backUpAll()
  const covered = fixture.clocks.elapsed
  slowMs = 8000
  await shop.writeNotes(1)
  assert.equal(shop.shipper.behindMs, fixture.clocks.elapsed - covered)
  slowMs = 0
  await shop.backUpAll()
  await shop.end()
})

test('old copies are removed, and everything since the first remaining one can be restored', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live', { keepDays: 3 })
  await shop.backUpAll()
  for (let days = 0; days < 9; days++) {
    await shop.writeNotes(2)
    fixture.clocks.pass(day)
    await shop.writeNote()
    await shop.runBackupOnce()
    await shop.runBackupOnce()
    await shop.backUpAll()
    await shop.target.close()
  }
  const [branch] = await shop.branches()
  const bases = branch?.bases ?? []
  assert.ok(bases.length >= 4 && bases.length <= 6, `${bases.length} copies`)
  const total = 27
  for (const { n, at } of bases) {
    const { notes, point } = await shop.restore({ until: at })
    assert.ok(point.n >= n)
    assert.ok(notes <= total)
  }
  assert.equal((await shop.restore()).notes, total)
  const names = await readdir(join(fixture.targetFolder, branch?.name ?? ''))
  const changes = names.filter(name => name.startsWith('changes-'))
  assert.ok(changes.length < 10, `${changes.length} files of changes`)
  await shop.end()
})

/** Fails if only the age of a copy counts: a clock that is briefly a year ahead would delete all but one. */
test('a wrong clock deletes nothing', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live', { keepDays: 3 })
  await shop.backUpAll()
  for (let days = 0; days < 3; days++) {
    fixture.clocks.pass(day)
    await shop.writeNotes(1)
    await shop.backUpAll()
  }
  const before = (await shop.branches())[0]?.bases.length ?? 0
  fixture.clocks.now += 365 * day
  await shop.writeNotes(1)
  await shop.backUpAll()
  await shop.runBackupOnce()
  fixture.clocks.now -= 365 * day
  await shop.writeNotes(1)
  await shop.backUpAll()
  assert.ok(((await shop.branches())[0]?.bases.length ?? 0) >= before)
  assert.equal((await shop.restore()).notes, 5)
  await shop.end()
})

/** Fails if log entries that cannot be written are dropped, or if a fault is reported repeatedly. */
test('an unreachable target is reported once, and nothing is missing when it returns', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNotes(1)
  const covered = fixture.clocks.elapsed
  await rename(fixture.targetFolder, `${fixture.targetFolder}-away`)
  await shop.writeNotes(5)
  assert.equal(shop.shipper.behindMs, fixture.clocks.elapsed - covered, 'nobody is told that it is safe')
  assert.deepEqual(
    await readdir(fixture.folder),
    ['backup-away', 'live'],
    'a disk that is not mounted is not made',
  )
  assert.ok(
    fixture.warnings.filter(sentence => /has stopped/.test(sentence)).length <= 2,
    fixture.warnings.join('\n'),
  )
  assert.match(fixture.warnings.join('\n'), /has stopped: .*only on this disk/)
  await rename(`${fixture.targetFolder}-away`, fixture.targetFolder)
  await shop.backUpAll()
  assert.match(fixture.warnings.at(-1) ?? '', /works again/)
  assert.equal((await shop.restore()).notes, 6)
  await shop.end()
})
