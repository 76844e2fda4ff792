import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { databaseFile, refuseUnfinished, unfinishedFile } from './data-dir.ts'

/** Fails where a shop that is there is refused: a restore that was cut short has not touched it. */
test('the remains of a restore stop a start only where there is no shop beside them', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-claim-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  refuseUnfinished(folder)
  await writeFile(unfinishedFile(folder), '')
  assert.throws(() => refuseUnfinished(folder), /was not finished/)
  await writeFile(databaseFile(folder), '')
  refuseUnfinished(folder)
})
