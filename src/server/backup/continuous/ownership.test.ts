import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { Clocks, openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import * as changeLog from '../../store/change-log.ts'
import { rebuild } from './rebuild.ts'

const hour = 3_600_000

/** Fails if copies are ordered by the clock: changes after the correction of the clock would not be restored. */
test('after the clock was two hours ahead and then corrected, every point in time can be restored', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  await shop.writeNotes(2)
  await shop.end()
  fixture.clocks.now += 2 * hour
  shop.begin()
  await shop.writeNotes(5)
  await shop.backUpAll()
  await shop.end()
  fixture.clocks.now -= 2 * hour
  shop.begin()
  await shop.writeNotes(8)
  const moment = fixture.clocks.now
  await shop.writeNotes(7)
  await shop.backUpAll()
  assert.equal((await shop.restore()).notes, 22)
  assert.equal((await shop.restore({ until: moment })).notes, 15)
  // Twelve days pass with one copy a day: only old copies are removed.
  for (let days = 0; days < 12; days++) {
    fixture.clocks.pass(24 * hour)
    await shop.writeNotes(1)
    await shop.backUpAll()
  }
  assert.equal((await shop.restore()).notes, 34)
  await shop.end()
})

/** Fails if the shop continues to write to a removed file: the gauge says 0, and nothing can be restored. */
for (const isBusy of [true, false])
  test(`an emptied target is detected, reported and filled again [${isBusy ? 'busy' : 'idle'}]`, async t => {
    const fixture = await openBackupFixture(t)
    const shop = await fixture.open('live', { timings: { checkEveryMs: 4000 } })
    await shop.backUpAll()
    await shop.writeNotes(5)
    await rm(fixture.targetFolder, { recursive: true })
    await mkdir(fixture.targetFolder)
    let worst = 0
    for (let seconds = 0; seconds < 10; seconds++) {
      if (isBusy) await shop.writeNote()
      else fixture.clocks.pass(1000)
      await shop.runBackupOnce()
      const { behindMs = Number.POSITIVE_INFINITY } = shop.shipper
      worst = Math.max(worst, behindMs)
    }
    assert.ok(worst > 8000, `it said that it was ${worst} ms behind`)
    assert.match(fixture.warnings.join('\n'), /was removed|is no longer in /)
    await shop.backUpAll()
    assert.equal((await shop.restore()).notes, isBusy ? 15 : 5)
    await shop.end()
  })

/** Fails if only a removed file counts as gone: with no file of changes yet, the shop never noticed. */
for (const isRestarted of [false, true])
  test(`a target that is emptied before the first change is filled again [${isRestarted ? 'restarted' : 'first start'}]`, async t => {
    const fixture = await openBackupFixture(t)
    const shop = await fixture.open('live')
    await shop.backUpAll()
    if (isRestarted) {
      await shop.restart()
      await shop.backUpAll()
    }
    for (const name of await readdir(fixture.targetFolder))
      await rm(join(fixture.targetFolder, name), { recursive: true })
    await shop.writeNotes(3)
    assert.match(fixture.warnings.join('\n'), /generation-\S+ was removed/)
    await shop.backUpAll()
    assert.equal(shop.shipper.problem, undefined)
    assert.equal((await shop.restore()).notes, 3)
    await shop.end()
  })

test('a single removed or truncated file is detected too', async t => {
  for (const damage of ['changes', 'base-', 'cut'] as const) {
    const fixture = await openBackupFixture(t)
    const shop = await fixture.open('live')
    await shop.backUpAll()
    await shop.writeNotes(3)
    const [branch] = await shop.branches()
    const folder = join(fixture.targetFolder, branch?.name ?? '')
    const name = (await readdir(folder)).find(name => name.startsWith(damage === 'cut' ? 'changes' : damage))
    const file = join(folder, name ?? '')
    if (damage === 'cut') await writeFile(file, (await readFile(file)).subarray(0, 100))
    else await rm(file)
    await shop.runBackupOnce()
    assert.ok(shop.shipper.problem, damage)
    await shop.backUpAll()
    assert.equal((await shop.restore()).notes, 3)
    await shop.end()
  }
})

/** The result of a restore: another database, which knows its origin. */
async function restoredShop(fixture: Awaited<ReturnType<typeof openBackupFixture>>, name: string) {
  const shop = await fixture.open(name)
  const { origin } = await rebuild(shop.target, `${shop.file}-new`)
  await shop.db.write(tx => changeLog.beginBranch(tx, shop.target.location, origin, fixture.clocks.now))
  return shop
}

/** Fails if a target has no owner: orders of the live shop could not be restored, whatever --at says. */
test('a restored copy on the same target is refused while the live shop writes', async t => {
  const fixture = await openBackupFixture(t)
  const live = await fixture.open('live')
  await live.backUpAll()
  await live.writeNotes(5)
  const copy = await restoredShop(fixture, 'copy')
  for (let seconds = 0; seconds < 90; seconds++) {
    await copy.writeNote()
    await copy.runBackupOnce()
    if (seconds % 9 === 0) await live.writeNote()
    await live.runBackupOnce()
  }
  assert.equal(copy.shipper.behindMs, undefined)
  assert.match(copy.shipper.problem ?? '', /another shop is writing to .*choose another place for this one/)
  assert.equal(live.shipper.problem, undefined)
  assert.equal((await live.restore()).notes, 15)
  assert.equal((await live.branches()).length, 1)
  await Promise.all([live.end(), copy.end()])
})

/** Fails if a waiting copy takes the lease of a shop that is only restarting. */
test('a live shop that restarts keeps its lease against a waiting copy', async t => {
  const fixture = await openBackupFixture(t)
  const live = await fixture.open('live')
  await live.backUpAll()
  const copy = await restoredShop(fixture, 'copy')
  for (let rounds = 0; rounds < 3; rounds++) {
    await copy.runBackupOnce()
    await live.writeNotes(1)
    await live.end()
    for (let seconds = 0; seconds < 10; seconds++) {
      fixture.clocks.pass(1000)
      await copy.runBackupOnce()
    }
    live.begin()
    await live.backUpAll()
  }
  assert.equal(copy.shipper.behindMs, undefined)
  await Promise.all([live.end(), copy.end()])
})

test('once the live shop is gone, its copy starts a branch; when the live shop returns, both can be restored', async t => {
  const fixture = await openBackupFixture(t)
  const live = await fixture.open('live')
  await live.backUpAll()
  await live.writeNotes(5)
  // Acknowledged to customers, but not shipped before the machine stops.
  await live.writeNote()
  await live.end(true)
  const copy = await restoredShop(fixture, 'copy')
  await copy.takeOver()
  await copy.backUpAll()
  await copy.writeNotes(3)
  live.begin()
  await live.writeNote()
  await live.runBackupOnce()
  assert.match(live.shipper.problem ?? '', /another shop is writing/)
  await copy.end()
  await live.runBackupOnce()
  fixture.clocks.pass(61_000)
  await live.backUpAll()
  await live.writeNotes(10)
  const [first, second, ...others] = await live.branches()
  assert.equal(others.length, 0)
  const [, parent, n] = /^(.+)\/(\d+)$/.exec(second?.parent ?? '') ?? []
  assert.equal(parent, first?.name)
  assert.ok(Number(n) > 0 && Number(n) < (first?.last?.n ?? 0), 'the change at which it branched off')
  const byDefault = await live.restore()
  assert.equal(byDefault.notes, 17, 'the one that was written to last')
  assert.match(
    byDefault.remarks.join('\n'),
    /NOT RESTORED: Generation 2: .* To restore it instead: --generation 2/,
  )
  const other = await live.restore({ generation: 2 })
  assert.equal(other.notes, 3)
  assert.match(other.remarks.join('\n'), /NOT RESTORED: Generation 1/)
  await assert.rejects(live.restore({ generation: 7 }), /no generation 7 .*Available:\nGeneration 1: /s)
  await live.end()
})

/** The folder itself was copied: both have the same history until one of them writes. */
test('if two copies of a folder write, the second begins a branch, and no change is lost', async t => {
  const fixture = await openBackupFixture(t)
  const live = await fixture.open('live')
  await live.backUpAll()
  await live.writeNotes(5)
  await live.end()
  const twin = await live.copyTo(join(fixture.folder, 'twin'))
  await twin.backUpAll()
  await twin.writeNotes(2)
  await twin.end()
  live.begin()
  await live.writeNotes(4)
  await live.backUpAll()
  assert.match(fixture.warnings.join('\n'), /another shop has continued generation-0001/)
  assert.equal((await live.restore()).notes, 9)
  assert.equal((await live.restore({ generation: 1 })).notes, 7)
  assert.match((await live.restore()).remarks.join(), /NOT RESTORED: Generation 1/)
  await live.end()
})

test('if two shops write concurrently, one is fenced off and says so', async t => {
  const fixture = await openBackupFixture(t)
  const live = await fixture.open('live')
  await live.backUpAll()
  await live.writeNotes(3)
  const twin = await live.copyTo(join(fixture.folder, 'twin'))
  // The twin sees no sign of life from the live shop, which hangs for a while.
  await twin.takeOver()
  await twin.backUpAll()
  await live.writeNote()
  await live.runBackupOnce()
  assert.match(live.shipper.problem ?? '', /another shop is writing/)
  const covered = live.shipper.behindMs ?? 0
  fixture.clocks.pass(5000)
  await live.runBackupOnce()
  assert.equal(live.shipper.behindMs, covered + 5000)
  await twin.writeNotes(2)
  assert.equal((await twin.restore()).notes, 5)
  await Promise.all([live.end(), twin.end()])
})

test('an unreadable lease is watched like any other', async t => {
  const clocks = new Clocks()
  const fixture = await openBackupFixture(t, clocks)
  await writeFile(join(fixture.targetFolder, 'lease-000001.json'), 'half a no')
  const shop = await fixture.open('live')
  await shop.runBackupOnce()
  assert.match(shop.shipper.problem ?? '', /another shop is writing/)
  clocks.pass(16_000)
  await shop.backUpAll()
  await shop.end()
})
