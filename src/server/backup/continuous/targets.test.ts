import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { afterAll, type TestContext, test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import { canMountDisk, smallDisk } from '../../../../tests/helpers/small-disk.ts'
import { behaviours, openStorage } from '../../../../tests/helpers/storage.ts'
import { Bucket } from '../../adapters/bucket.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'

const storage = await openStorage()
afterAll(() => storage.close())

const { cut, loseAnswer } = behaviours

/** Each test has its own part of the bucket. */
const bucketFor = (folder: string) =>
  new Bucket(
    { ...storage.config, prefix: `${basename(dirname(folder))}/` },
    { failures: Number.POSITIVE_INFINITY, retryMs: 0, timeoutMs: 500 },
  )

async function inBucket(t: TestContext) {
  storage.reset()
  const fixture = await openBackupFixture(t)
  const target = (folder: string) => new BucketTarget(bucketFor(folder))
  const shop = await fixture.open('live', { target })
  await shop.backUpAll()
  const keys = async () => (await bucketFor(fixture.targetFolder).list('')).map(({ key }) => key)
  return { ...fixture, shop, changes: async () => (await keys()).filter(key => key.includes('/changes-')) }
}

/** Fails if each change becomes an object: a busy day would leave hundreds of thousands. */
test('a bucket collects changes in objects, and never reuses a name after an unanswered write', async t => {
  const { shop, changes } = await inBucket(t)
  await shop.writeNotes(10)
  assert.equal((await changes()).length, 1)
  storage.behaviour = (asking, ...rest) =>
    (asking.method === 'PUT' && asking.url?.includes('changes-') ? behaviours.cut : behaviours.pass)(
      asking,
      ...rest,
    )
  await shop.writeNotes(1)
  storage.reset()
  await shop.backUpAll()
  assert.equal((await changes()).length, 2, 'another one goes on')
  await shop.writeNotes(1)
  assert.equal((await changes()).length, 2)
  assert.equal((await shop.restore()).notes, 12)
  await shop.end()
})

/** Applies only to writes of changes; others pass. */
function treatNextChanges(...treats: (typeof behaviours.cut)[]) {
  const waiting = [...treats]
  storage.behaviour = (asking, ...rest) => {
    const isChange = asking.method === 'PUT' && asking.url?.includes('changes-')
    const treat = (isChange && waiting.shift()) || behaviours.pass
    treat(asking, ...rest)
  }
}

/** Fails if a write is retried under the same name: the late one would then undo changes that were reported as safe. */
for (const [happening, treats] of Object.entries({
  'a write arrives late': [storage.delay],
  'both tries of a write arrive late': [storage.delay, storage.delay],
  'the second try of a write arrives late': [cut, storage.delay],
  'a write has arrived, and its answer is lost': [loseAnswer],
}))
  test(`${happening}: no change is lost`, async t => {
    const { shop } = await inBucket(t)
    await shop.writeNotes(3)
    treatNextChanges(...(treats as (typeof behaviours.cut)[]))
    await shop.writeNotes(3)
    storage.reset()
    await shop.writeNotes(3)
    await shop.backUpAll()
    await storage.deliverDelayed()
    assert.equal((await shop.restore()).notes, 9)
    await shop.runBackupOnce()
    assert.equal(shop.shipper.problem, undefined)
    await shop.end()
  })

/** Fails if the answer is trusted: only a restore would reveal that the storage saved nothing. */
test('storage that accepts a write but saves nothing is detected immediately', async t => {
  const { shop, clocks, warnings } = await inBucket(t)
  await shop.writeNotes(2)
  storage.behaviour = (asking, response, pass) => {
    if (asking.method !== 'PUT' || !asking.url?.includes('changes-')) return pass()
    asking.resume().on('end', () => response.writeHead(200, { etag: '"x"' }).end())
  }
  const covered = clocks.elapsed
  await shop.writeNotes(4)
  assert.equal(shop.shipper.behindMs, clocks.elapsed - covered)
  assert.match(warnings.join('\n'), /is not in .* as it was written/)
  storage.reset()
  await shop.backUpAll()
  assert.equal((await shop.restore()).notes, 6)
  await shop.end()
})

test('changes wait for a bucket that does not answer, and none is missing afterwards', async t => {
  const { shop, clocks, warnings } = await inBucket(t)
  await shop.writeNotes(2)
  const covered = clocks.elapsed
  storage.behaviour = behaviours.cut
  await shop.writeNotes(4)
  assert.equal(shop.shipper.behindMs, clocks.elapsed - covered)
  storage.behaviour = behaviours.hang
  await shop.writeNotes(1)
  assert.match(warnings.join('\n'), /has stopped: .*cannot be reached/)
  storage.reset()
  await shop.backUpAll()
  assert.equal((await shop.restore()).notes, 7)
  assert.equal((await shop.branches()).length, 1, 'the same history goes on')
  await shop.end()
})

test('an emptied bucket is filled again', async t => {
  const { shop, targetFolder } = await inBucket(t)
  await shop.writeNotes(2)
  const bucket = bucketFor(targetFolder)
  await bucket.remove((await bucket.list('')).map(({ key }) => key))
  await shop.runBackupOnce()
  assert.ok(shop.shipper.problem)
  await shop.backUpAll()
  assert.equal((await shop.restore()).notes, 2)
  await shop.end()
})

test('a missing bucket is reported once, with instructions', async t => {
  storage.reset()
  const fixture = await openBackupFixture(t)
  const target = () => new BucketTarget(new Bucket({ ...storage.config, bucket: 'none' }))
  const shop = await fixture.open('live', { target })
  await shop.writeNotes(3)
  assert.match(fixture.warnings.join(), /has stopped: The bucket none at .*make it, or check its name/)
  assert.equal(fixture.warnings.length, 1)
  assert.equal(shop.shipper.behindMs, undefined)
  await shop.end()
})

test.runIf(await canMountDisk())(
  'changes wait for a full target, and the same history continues when there is space',
  async t => {
    const disk = await smallDisk('sqlite')
    assert.ok(disk)
    const folder = join(disk.environment.DATA_DIR, 'backup')
    await mkdir(folder)
    t.onTestFinished(disk.remove)
    const fixture = await openBackupFixture(t)
    const shop = await fixture.open('live', { target: () => new FolderTarget(folder) })
    await shop.backUpAll()
    await shop.writeNotes(1)
    const covered = fixture.clocks.elapsed
    await disk.fill()
    await shop.writeNotes(20)
    assert.match(fixture.warnings.join(), /ENOSPC/)
    assert.ok((shop.shipper.behindMs ?? 0) > 0 && fixture.clocks.elapsed > covered)
    await disk.free()
    await shop.backUpAll()
    assert.equal((await shop.restore()).notes, 21)
    assert.equal((await shop.branches()).length, 1)
    await shop.end()
  },
)

/** Fails if a round waits for a target without a limit, or if the shop waits with it. */
test('a target that hangs is reported as late, and the shop continues', async t => {
  class Hanging extends FolderTarget {
    hangs = false
    override append(...given: Parameters<FolderTarget['append']>) {
      return this.hangs ? new Promise<never>(() => undefined) : super.append(...given)
    }
  }
  const fixture = await openBackupFixture(t)
  const hanging = new Hanging(fixture.targetFolder)
  const shop = await fixture.open('live', { target: () => hanging })
  await shop.backUpAll()
  hanging.hangs = true
  const covered = fixture.clocks.elapsed
  for (let count = 0; count < 5; count++) {
    await shop.writeNote()
    shop.shipper.tick()
  }
  assert.equal(shop.shipper.behindMs, fixture.clocks.elapsed - covered)
  await shop.db.close()
})
