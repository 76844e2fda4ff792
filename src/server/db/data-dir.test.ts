import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { databaseFile, refuseUnfinished, unfinishedFile } from './data-dir.ts'

/** Fails if an interrupted restore blocks a shop whose database is intact: the restore has not touched it. */
test('leftovers of a restore block the start only if there is no shop database', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-claim-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  refuseUnfinished(folder)
  await writeFile(unfinishedFile(folder), '')
  assert.throws(() => refuseUnfinished(folder), /was not finished/)
  await writeFile(databaseFile(folder), '')
  refuseUnfinished(folder)
})
