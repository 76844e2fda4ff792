import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import * as changeLog from '../../store/change-log.ts'

async function opened(t: TestContext) {
  const fixture = await openBackupFixture()
  t.onTestFinished(fixture.remove)
  return fixture
}

/** Fails if changes are distinguished by their numbers alone: those of the second shop would count as copied. */
test('if two copies of a folder have written equally much, the second still begins a branch', async t => {
  const fixture = await opened(t)
  const live = await fixture.open('live')
  await live.covered()
  await live.notes(5)
  await live.end()
  const twin = await live.copyTo(join(fixture.folder, 'twin'))
  await twin.covered()
  await twin.notes(2)
  await twin.end()
  live.begin()
  for (let count = 0; count < 3; count++) await live.note()
  await live.covered()
  assert.match(fixture.warnings.join('\n'), /another shop has continued generation-0001/)
  assert.equal((await live.restored()).notes, 8)
  assert.equal((await live.restored({ generation: 1 })).notes, 7)
  await live.end()
})

/** Fails if the copy contains rows of the log: they may hold data that a restore has to erase again. */
test('a branch begins with an empty log', async t => {
  const fixture = await opened(t)
  const shop = await fixture.open('live')
  await shop.note()
  await shop.db.write(tx => changeLog.beginBranch(tx, shop.target.location, 'another/1', fixture.clocks.now))
  assert.deepEqual(await changeLog.listAfter(shop.db.read, 0, 10), [])
  await shop.end()
})
