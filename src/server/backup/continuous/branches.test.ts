import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import * as changeLog from '../../store/change-log.ts'

/** Fails if changes are distinguished by their numbers alone: those of the second shop would count as copied. */
test('if two copies of a folder have written equally much, the second still begins a branch', async t => {
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
  for (let count = 0; count < 3; count++) await live.writeNote()
  await live.backUpAll()
  assert.match(fixture.warnings.join('\n'), /another shop has continued generation-0001/)
  assert.equal((await live.restore()).notes, 8)
  assert.equal((await live.restore({ generation: 1 })).notes, 7)
  await live.end()
})

/** Fails if the copy contains rows of the log: they may hold data that a restore has to erase again. */
test('a branch begins with an empty log', async t => {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.writeNote()
  await shop.db.write(tx => changeLog.beginBranch(tx, shop.target.location, 'another/1', fixture.clocks.now))
  assert.deepEqual(await changeLog.listAfter(shop.db.read, 0, 10), [])
  await shop.end()
})
