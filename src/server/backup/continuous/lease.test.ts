import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'vitest'
import { databaseFile } from '../../db/data-dir.ts'
import { FolderTarget } from './folder-target.ts'
import { Lease, LeaseHeld } from './lease.ts'
import { isUnchangedSinceClose, recordClose } from './unchanged-since.ts'

const patience = { silentMs: 100, silentAfterLifeMs: 1000 }

async function folder(t: TestContext): Promise<string> {
  const place = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-lease-'))
  t.onTestFinished(() => rm(place, { recursive: true }))
  return place
}

/** Fails if the note is written and then read back: both may find their own. */
test('only one of many concurrent callers gets a free lease', async t => {
  for (let round = 0; round < 20; round++) {
    const place = await folder(t)
    const all = Array.from({ length: 8 }, () => new Lease(new FolderTarget(place), () => 0, patience))
    const taken = await Promise.allSettled(all.map(lease => lease.take(1)))
    assert.equal(taken.filter(({ status }) => status === 'fulfilled').length, 1)
  }
})

/** Fails if all holders write the same note: a delayed write takes the lease back from its new holder. */
test('a late renewal does not affect the next holder', async t => {
  const place = await folder(t)
  let clock = 0
  const first = new Lease(new FolderTarget(place), () => clock, patience)
  const second = new Lease(new FolderTarget(place), () => clock, patience)
  await first.take(1)
  const begun = Promise.withResolvers<void>()
  const late = Promise.withResolvers<void>()
  class Slow extends FolderTarget {
    override async write(...given: Parameters<FolderTarget['write']>): Promise<void> {
      begun.resolve()
      await late.promise
      return super.write(...given)
    }
  }
  const held = new Lease(new Slow(place), () => clock, patience)
  clock += 1
  await assert.rejects(held.take(1), LeaseHeld)
  clock += 200
  await held.take(1)
  const renewing = held.renew()
  await begun.promise
  await assert.rejects(second.take(1), LeaseHeld)
  clock += 200
  assert.equal(await second.take(1), 3)
  late.resolve()
  await renewing
  await second.check()
  await assert.rejects(held.check(), LeaseHeld)
  await assert.rejects(first.check(), LeaseHeld)
})

/** Fails if only the database file is checked: a commit may be in its log. */
test('a commit that another program left in the log of the database is detected', async t => {
  const place = await folder(t)
  const file = databaseFile(place)
  const shop = new DatabaseSync(file)
  shop.exec('PRAGMA journal_mode = WAL; create table notes (id integer primary key)')
  shop.close()
  await recordClose(place)
  assert.equal(await isUnchangedSinceClose(place), true)
  await recordClose(place)
  const shell = new DatabaseSync(file)
  shell.exec('insert into notes default values')
  assert.equal(await isUnchangedSinceClose(place), false)
  shell.close()
  assert.equal(await isUnchangedSinceClose(place), false, 'the note is good once')
})
