import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'vitest'
import { openBackupPlace } from '../../../../tests/helpers/backed-up.ts'
import * as changeLog from '../../store/change-log.ts'

async function opened(t: TestContext) {
  const place = await openBackupPlace()
  t.onTestFinished(place.remove)
  return place
}

/** Fails where changes are told apart by their numbers alone: those of the second would count as copied. */
test('of two copies of a folder that have written equally much the second begins a branch as well', async t => {
  const place = await opened(t)
  const live = await place.open('live')
  await live.covered()
  await live.notes(5)
  await live.end()
  const twin = await live.copyTo(join(place.folder, 'twin'))
  await twin.covered()
  await twin.notes(2)
  await twin.end()
  live.begin()
  for (let count = 0; count < 3; count++) await live.note()
  await live.covered()
  assert.match(place.said.join('\n'), /another shop has continued generation-0001/)
  assert.equal((await live.restored()).notes, 8)
  assert.equal((await live.restored({ generation: 1 })).notes, 7)
  await live.end()
})

/** Fails where rows of the log come with the copy: they may hold what a restore has to erase again. */
test('a branch begins with an empty log', async t => {
  const place = await opened(t)
  const shop = await place.open('live')
  await shop.note()
  await shop.db.write(tx => changeLog.beginBranch(tx, shop.target.location, 'another/1', place.clocks.now))
  assert.deepEqual(await changeLog.listAfter(shop.db.read, 0, 10), [])
  await shop.end()
})
