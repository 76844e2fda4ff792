import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { test } from 'vitest'
import { emptyDatabase, engines, type TestDatabase } from '../../../tests/helpers/databases.ts'
import { programFile } from '../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../tests/helpers/program-environment.ts'
import { withoutPooler } from '../../../tests/helpers/shop.ts'
import { brokenInvariants } from '../books/invariants.ts'
import { readConfig } from '../config.ts'
import { claimFolder, DataRefused, refuseUnfinished, unfinishedFile } from '../db/data-dir.ts'
import { openShop } from '../process/open-shop.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const command = programFile('scripts/restore.ts')

const configOf = (database: TestDatabase) => readConfig({ SHOP_MODE: 'live', ...database.environment })

/** Whether a restore is writing: a file beside the shop's database, or uncommitted rows. */
async function writing(
  database: TestDatabase,
): Promise<{ now: () => Promise<boolean>; end: () => Promise<void> }> {
  const { DATA_DIR, DATABASE_URL } = database.environment
  if (!DATABASE_URL)
    return { now: async () => existsSync(unfinishedFile(DATA_DIR)), end: () => Promise.resolve() }
  const client = new pg.Client(DATABASE_URL)
  await client.connect()
  const now = async () => {
    const { rows } = await client.query(
      'select from pg_stat_activity where datname = current_database() and backend_xid is not null',
    )
    return rows.length > 0
  }
  return { now, end: () => client.end() }
}

/** Runs the command and kills it after it was seen writing this many times. Returns whether it was killed. */
async function restoring(
  database: TestDatabase,
  file: string,
  writesSeen = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const seen = await writing(database)
  const child = spawn(process.execPath, [command, file, '--replace'], {
    env: { ...programEnvironment, SHOP_MODE: 'live', ...database.environment },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  for (let times = 0; child.exitCode === null && child.signalCode === null && times < writesSeen; ) {
    if (await seen.now()) times++
    if (times >= writesSeen) child.kill('SIGKILL')
    else await setTimeout(1)
  }
  const [code] = await ended
  await seen.end()
  assert.ok(code === null || code === 0, 'the restore itself does not work')
  return code === null
}

/**
 * Loading each page in its own transaction, into the database in use, leaves none of 2,000 users. The kill depends on
 * the progress and not on the clock: after a fixed time it may not have started, or have finished long ago.
 */
withoutPooler('a restore that is killed leaves the old shop or the new one', async shop => {
  const now = shop.deps.now()
  const usersOf = (count: number) =>
    Array.from({ length: count }, (_, n) => ({
      id: `user ${n}`,
      email: `${n}@example.com`,
      display_name: 'x'.repeat(500),
      created_at: now,
    }))
  for (let from = 0; from < 2000; from += 500) {
    const rows = usersOf(2000).slice(from, from + 500)
    await shop.deps.db.write(tx =>
      tx
        .insertInto('users')
        .values(rows as never)
        .execute(),
    )
  }
  const file = join(shop.deps.config.dataDir, 'shop.tar')
  await takeBackup(shop.deps.config, file)
  const database = await emptyDatabase(shop.engine)
  await restoring(database, file)
  let killed = 0
  for (const writesSeen of [1, 4, 12]) {
    const old = await openShop(configOf(database), () => undefined)
    await old.db.write(tx => tx.updateTable('users').set({ display_name: 'old' }).execute())
    await old.db.close()
    const midway = await restoring(database, file, writesSeen)
    if (midway) killed++
    const { db } = await openShop(configOf(database), () => undefined)
    const names = await db.read.selectFrom('users').select('display_name').distinct().execute()
    const count = (await db.read.selectFrom('users').select('id').execute()).length
    assert.deepEqual([count, names.length, await brokenInvariants(db.read)], [2000, 1, []])
    await db.close()
  }
  assert.ok(killed > 0, 'no restore was killed while it was writing')
  await database.remove()
})

for (const engine of engines) {
  /** If a backup can replace any shop, the admin of the demo can sign in to the live shop. */
  test(`a backup of a demo cannot replace a live shop [${engine}]`, async () => {
    const [demo, live, empty] = [
      await emptyDatabase(engine),
      await emptyDatabase(engine),
      await emptyDatabase(engine),
    ]
    const asDemo = await openShop(readConfig(demo.environment), () => undefined)
    await asDemo.db.close()
    const asLive = await openShop(configOf(live), () => undefined)
    await asLive.db.close()
    const file = join(demo.environment.DATA_DIR, 'demo.tar')
    await takeBackup(configOf(demo), file)
    await assert.rejects(restoreBackup(configOf(live), file, { replace: true }), /backup of a demo.*is live/)
    const still = await openShop(configOf(live), () => undefined)
    assert.deepEqual(await still.db.read.selectFrom('users').selectAll().execute(), [])
    await still.db.close()
    assert.equal((await restoreBackup(configOf(empty), file, { replace: false })).mode, 'demo')
    await assert.rejects(
      openShop(configOf(empty), () => undefined),
      /npm run shop -- go-live/,
    )
    await Promise.all([demo.remove(), live.remove(), empty.remove()])
  })
}

test('a shop does not open on an unfinished restore, or while another process uses the folder', async () => {
  const database = await emptyDatabase('sqlite')
  const { DATA_DIR } = database.environment
  await mkdir(DATA_DIR, { recursive: true })
  const claim = claimFolder(DATA_DIR)
  assert.throws(() => claimFolder(DATA_DIR), DataRefused)
  claim.release()
  claimFolder(DATA_DIR).release()
  await writeFile(unfinishedFile(DATA_DIR), '')
  assert.throws(() => refuseUnfinished(DATA_DIR), /was not finished/)
  assert.ok(!existsSync(join(DATA_DIR, 'shop.db')))
  assert.deepEqual((await readdir(DATA_DIR)).sort(), ['shop.db.restoring', 'shop.lock'])
  await database.remove()
})
