import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, test, vi } from 'vitest'
import { eventually } from '../../../tests/helpers/card-shop.ts'
import { emptyDatabase } from '../../../tests/helpers/databases.ts'
import { runProgram } from '../../../tests/helpers/program.ts'
import { openShopAt } from '../../../tests/helpers/shop.ts'
import { openStorage } from '../../../tests/helpers/storage.ts'
import { Bucket } from '../adapters/bucket.ts'
import { claimFolder } from '../db/data-dir.ts'
import { startContinuousBackup } from './continuous/continuous-backup.ts'
import { requestedTarget, requestTarget } from './continuous/requested-target.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = storage.settings
const keys = { S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }

const command = (name: string, words: string[], environment: Record<string, string>) =>
  runProgram(`scripts/${name}.ts`, words, {
    PATH: process.env.PATH,
    SHOP_MODE: 'live',
    ...environment,
  })

test('by command: a running shop copies itself to a bucket, and after the loss of its disk is restored from there', async t => {
  const database = await emptyDatabase('sqlite')
  t.onTestFinished(database.remove)
  const { DATA_DIR } = database.environment
  const shop = await openShopAt(database, 'sqlite', keys)
  const claim = claimFolder(DATA_DIR)
  const { config, db } = shop.deps
  const running = await startContinuousBackup(config, db, { isUnchanged: true, warn: assert.fail })
  const begun = await command('backup', ['--continuous', 's3://shop/live/'], { ...keys, DATA_DIR })
  assert.deepEqual([begun.code, begun.err], [0, ''])
  assert.match(begun.out, /copies everything to s3:\/\/shop\/live …\nDone\. .* within a second/)
  const [item, ann] = [await shop.item(), await shop.customer()]
  for (let count = 0; count < 3; count++) assert.equal((await ann.order(item)).statusCode, 201)
  const now = Date.now()
  await eventually(
    async () => Date.now() - (running.state()?.behindSeconds ?? Infinity) * 1000 > now,
    'the backup',
  )
  await running.stop()
  await shop.close()
  claim.release()
  await rm(DATA_DIR, { recursive: true })
  const made = await command('restore', ['--from', 's3://shop/live'], { ...keys, DATA_DIR })
  assert.deepEqual([made.code, made.err], [0, ''])
  assert.match(made.out, /Restored the shop as it was at .* 3 orders/)
  assert.match(made.out, /Everything adds up/)
  // Fails if the number of skipped numbers is not printed: an owner who lost more orders would issue numbers twice.
  assert.match(
    made.out,
    /The next order is T-1104, .*: the 100 numbers .* skipped\. If .* more than 100 orders,/,
  )
  const again = ['--from', 's3://shop/live', '--replace', '--numbers-from', '5000']
  const output = await command('restore', again, { ...keys, DATA_DIR })
  assert.match(
    output.out,
    /The next order is T-5000, the next invoice INV-5000: lower numbers .* skipped\.\n/,
  )
  assert.doesNotMatch(output.out, /more than 100/)
})

test('by command: a bucket that cannot be used is reported, and nothing changes', async t => {
  const database = await emptyDatabase('sqlite')
  t.onTestFinished(database.remove)
  const shop = await openShopAt(database, 'sqlite')
  await shop.close()
  await new Bucket(storage.config).put('strange/notes.txt', Buffer.from('x'))
  const cases: [string, Record<string, string>, number, RegExp][] = [
    ['s3://shop/x', {}, 1, /S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set, for the shop as well/],
    ['s3://none', keys, 1, /The bucket none at .* make it, or check its name/],
    ['s3://shop/x', { ...keys, S3_SECRET_ACCESS_KEY: 'hush' }, 1, /does not belong to S3_ACCESS_KEY_ID/],
    ['s3://shop/strange', keys, 1, /There are other files in s3:\/\/shop\/strange \(notes\.txt\)/],
    ['s3://Shop', keys, 2, /not a bucket such as/],
  ]
  for (const [to, settings, code, words] of cases) {
    const ended = await command('backup', ['--continuous', to], { ...settings, ...database.environment })
    assert.equal(ended.code, code, ended.err)
    assert.match(ended.err, words)
    assert.doesNotMatch(ended.err, /^ +at |hush/m)
  }
  const restored = await command('restore', ['--from', 's3://shop/none'], database.environment)
  assert.match(restored.err, /For a bucket, S3_ACCESS_KEY_ID/)
})

/** Version 1.0 called the continuous backup 'following', and scripts of operators still use its names. */
test('by command: the names of version 1.0 still start and stop the continuous backup', async t => {
  const database = await emptyDatabase('sqlite')
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-copy-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  t.onTestFinished(database.remove)
  await (await openShopAt(database, 'sqlite')).close()
  const { DATA_DIR } = database.environment
  for (const [start, stop] of [
    ['--follow', '--unfollow'],
    ['--continuous', '--stop-continuous'],
  ] as const) {
    const started = await command('backup', [start, folder], { DATA_DIR })
    assert.deepEqual([started.code, requestedTarget(DATA_DIR)], [0, folder], started.err)
    const both = await command('backup', [start, folder, stop], { DATA_DIR })
    assert.deepEqual([both.code, requestedTarget(DATA_DIR)], [2, folder])
    const stopped = await command('backup', [stop], { DATA_DIR })
    assert.deepEqual([stopped.code, requestedTarget(DATA_DIR)], [0, undefined], stopped.err)
  }
})

/** Fails if the warning is repeated with every poll: once a second while the shop runs. */
test('a shop that starts without the keys warns once and continues', async t => {
  const database = await emptyDatabase('sqlite')
  t.onTestFinished(database.remove)
  const shop = await openShopAt(database, 'sqlite')
  const { config, db } = shop.deps
  await requestTarget(config.dataDir, 's3://shop/keyless')
  const warnings: string[] = []
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const ticking = await startContinuousBackup(config, db, {
    isUnchanged: true,
    warn: sentence => void warnings.push(sentence),
  })
  for (let count = 0; count < 20; count++) {
    vi.advanceTimersByTime(250)
    await new Promise(resolve => setImmediate(resolve))
  }
  await ticking.stop()
  vi.useRealTimers()
  await shop.close()
  assert.deepEqual(warnings, [
    'The backup cannot start: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not set.',
  ])
})
