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

/** Each test has a part of the bucket for itself. */
const bucketFor = (folder: string) =>
  new Bucket(
    { ...storage.config, prefix: `${basename(dirname(folder))}/` },
    { failures: Number.POSITIVE_INFINITY, retryMs: 0, patienceMs: 500 },
  )

async function inBucket(t: TestContext) {
  storage.reset()
  const fixture = await openBackupFixture()
  t.onTestFinished(fixture.remove)
  const target = (folder: string) => new BucketTarget(bucketFor(folder))
  const shop = await fixture.open('live', { target })
  await shop.covered()
  const keys = async () => (await bucketFor(fixture.targetFolder).list('')).map(({ key }) => key)
  return { ...fixture, shop, changes: async () => (await keys()).filter(key => key.includes('/changes-')) }
}

/** Fails where each change becomes an object of its own: a busy day would leave hundreds of thousands. */
test('in a bucket changes are put together, and no name is used again after a write that got no answer', async t => {
  const { shop, changes } = await inBucket(t)
  await shop.notes(10)
  assert.equal((await changes()).length, 1)
  storage.behaviour = (asking, ...rest) =>
    (asking.method === 'PUT' && asking.url?.includes('changes-') ? behaviours.cut : behaviours.pass)(
      asking,
      ...rest,
    )
  await shop.notes(1)
  storage.reset()
  await shop.covered()
  assert.equal((await changes()).length, 2, 'another one goes on')
  await shop.notes(1)
  assert.equal((await changes()).length, 2)
  assert.equal((await shop.restored()).notes, 12)
  await shop.end()
})

/** Only writes of changes are treated so; others pass. */
function treatNextChanges(...treats: (typeof behaviours.cut)[]) {
  const waiting = [...treats]
  storage.behaviour = (asking, ...rest) => {
    const isChange = asking.method === 'PUT' && asking.url?.includes('changes-')
    const treat = (isChange && waiting.shift()) || behaviours.pass
    treat(asking, ...rest)
  }
}

/** Fails where a write is tried again under its own name: the late one then takes back what was told to be there. */
for (const [happening, treats] of Object.entries({
  'a write arrives late': [storage.delay],
  'both tries of a write arrive late': [storage.delay, storage.delay],
  'the second try of a write arrives late': [cut, storage.delay],
  'a write has arrived, and its answer is lost': [loseAnswer],
}))
  test(`${happening}: nothing is taken back`, async t => {
    const { shop } = await inBucket(t)
    await shop.notes(3)
    treatNextChanges(...(treats as (typeof behaviours.cut)[]))
    await shop.notes(3)
    storage.reset()
    await shop.notes(3)
    await shop.covered()
    await storage.deliverDelayed()
    assert.equal((await shop.restored()).notes, 9)
    await shop.turn()
    assert.equal(shop.shipper.problem, undefined)
    await shop.end()
  })

/** Fails where an answer is believed: storage that says yes and keeps nothing would be found out by a restore. */
test('storage that says yes and keeps nothing is found out at once', async t => {
  const { shop, clocks, warnings } = await inBucket(t)
  await shop.notes(2)
  storage.behaviour = (asking, response, pass) => {
    if (asking.method !== 'PUT' || !asking.url?.includes('changes-')) return pass()
    asking.resume().on('end', () => response.writeHead(200, { etag: '"x"' }).end())
  }
  const covered = clocks.elapsed
  await shop.notes(4)
  assert.equal(shop.shipper.behindMs, clocks.elapsed - covered)
  assert.match(warnings.join('\n'), /is not in .* as it was written/)
  storage.reset()
  await shop.covered()
  assert.equal((await shop.restored()).notes, 6)
  await shop.end()
})

test('a bucket that does not answer is waited for, and nothing is missing afterwards', async t => {
  const { shop, clocks, warnings } = await inBucket(t)
  await shop.notes(2)
  const covered = clocks.elapsed
  storage.behaviour = behaviours.cut
  await shop.notes(4)
  assert.equal(shop.shipper.behindMs, clocks.elapsed - covered)
  storage.behaviour = behaviours.hang
  await shop.notes(1)
  assert.match(warnings.join('\n'), /has stopped: .*cannot be reached/)
  storage.reset()
  await shop.covered()
  assert.equal((await shop.restored()).notes, 7)
  assert.equal((await shop.branches()).length, 1, 'the same history goes on')
  await shop.end()
})

test('a bucket that is emptied is filled again', async t => {
  const { shop, targetFolder } = await inBucket(t)
  await shop.notes(2)
  const bucket = bucketFor(targetFolder)
  await bucket.remove((await bucket.list('')).map(({ key }) => key))
  await shop.turn()
  assert.ok(shop.shipper.problem)
  await shop.covered()
  assert.equal((await shop.restored()).notes, 2)
  await shop.end()
})

test('a bucket that is not there is told of with what to do, once', async t => {
  storage.reset()
  const fixture = await openBackupFixture()
  t.onTestFinished(fixture.remove)
  const target = () => new BucketTarget(new Bucket({ ...storage.config, bucket: 'none' }))
  const shop = await fixture.open('live', { target })
  await shop.notes(3)
  assert.match(fixture.warnings.join(), /has stopped: The bucket none at .*make it, or check its name/)
  assert.equal(fixture.warnings.length, 1)
  assert.equal(shop.shipper.behindMs, undefined)
  await shop.end()
})

test.runIf(await canMountDisk())(
  'a full target is waited for, and the same history goes on when there is room',
  async t => {
    const disk = await smallDisk('sqlite')
    assert.ok(disk)
    const folder = join(disk.environment.DATA_DIR, 'backup')
    await mkdir(folder)
    const fixture = await openBackupFixture()
    t.onTestFinished(async () => {
      await fixture.remove()
      await disk.remove()
    })
    const shop = await fixture.open('live', { target: () => new FolderTarget(folder) })
    await shop.covered()
    await shop.notes(1)
    const covered = fixture.clocks.elapsed
    await disk.fill()
    await shop.notes(20)
    assert.match(fixture.warnings.join(), /ENOSPC/)
    assert.ok((shop.shipper.behindMs ?? 0) > 0 && fixture.clocks.elapsed > covered)
    await disk.free()
    await shop.covered()
    assert.equal((await shop.restored()).notes, 21)
    assert.equal((await shop.branches()).length, 1)
    await shop.end()
  },
)

/** Fails where a turn waits for a target without an end, and where the shop waits with it. */
test('a target that hangs is late, and the shop goes on', async t => {
  class Hanging extends FolderTarget {
    hangs = false
    override append(...given: Parameters<FolderTarget['append']>) {
      return this.hangs ? new Promise<never>(() => undefined) : super.append(...given)
    }
  }
  const fixture = await openBackupFixture()
  t.onTestFinished(fixture.remove)
  const hanging = new Hanging(fixture.targetFolder)
  const shop = await fixture.open('live', { target: () => hanging })
  await shop.covered()
  hanging.hangs = true
  const covered = fixture.clocks.elapsed
  for (let count = 0; count < 5; count++) {
    await shop.note()
    shop.shipper.tick()
  }
  assert.equal(shop.shipper.behindMs, fixture.clocks.elapsed - covered)
  await shop.db.close()
})
