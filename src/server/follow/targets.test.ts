import assert from 'node:assert/strict'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { followed } from '../../../tests/helpers/followed.ts'
import { smallDisk } from '../../../tests/helpers/small-disk.ts'
import { openStorage, treatments } from '../../../tests/helpers/storage.ts'
import { Bucket } from '../adapters/bucket.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'
import type { Target } from './target.ts'

interface Kind {
  kind: string
  target(folder: string): Target
  /** Nobody gets at it, until it is back. */
  leave(folder: string): Promise<void>
  comeBack(folder: string): Promise<void>
  hang(): void
  generations(folder: string): Promise<string[]>
}

const storage = await openStorage()
after(() => storage.close())

let hangs = false
class Hanging extends FolderTarget {
  override append(...given: Parameters<FolderTarget['append']>): Promise<void> {
    return hangs ? new Promise(() => undefined) : super.append(...given)
  }
}

/** Each test has a part of the bucket for itself. */
const bucketFor = (folder: string, paces = {}) =>
  new Bucket({ ...storage.config, prefix: `${basename(dirname(folder))}/` }, paces)

const kinds: Kind[] = [
  {
    kind: 'folder',
    target: folder => {
      hangs = false
      return new Hanging(folder)
    },
    leave: folder => rename(folder, `${folder}-away`),
    async comeBack(folder) {
      await assert.rejects(readdir(folder), 'a disk that is not mounted gets no folder in its place')
      await rename(`${folder}-away`, folder)
    },
    hang: () => {
      hangs = true
    },
    generations: readdir,
  },
  {
    kind: 'bucket',
    target: folder => {
      storage.calm()
      return new BucketTarget(bucketFor(folder, { failures: Number.POSITIVE_INFINITY, retryMs: 0 }))
    },
    leave: async () => {
      storage.treatment = treatments.cut
    },
    comeBack: async () => storage.calm(),
    hang: () => {
      storage.treatment = treatments.hang
    },
    generations: folder => bucketFor(folder).names(''),
  },
]

/** Fails where what was taken from the log is dropped when it cannot be written, and where a fault is told again and again. */
for (const { kind, target, leave, comeBack, generations } of kinds)
  test(`a target that is away is waited for, told of once, and nothing is missing afterwards [${kind}]`, async t => {
    const backup = await followed({}, target)
    t.after(backup.close)
    await backup.turn()
    await backup.note()
    await backup.turn()
    await backup.turn()
    const covered = backup.follower.coveredUntil
    assert.equal(covered, backup.clock.now)
    await backup.target.close()
    await leave(backup.place)
    for (let count = 0; count < 5; count++) {
      await backup.note()
      await backup.turn()
    }
    assert.equal(backup.follower.coveredUntil, covered, 'nobody is told that it is safe')
    assert.equal(backup.said.length, 1, backup.said.join('\n'))
    assert.match(backup.said.join(), /does not go on: (ENOENT|.*cannot be reached).*on this disk alone/)
    await comeBack(backup.place)
    await backup.turn()
    await backup.turn()
    assert.equal(backup.follower.coveredUntil, backup.clock.now)
    assert.equal((await backup.restored()).notes, 6)
    assert.equal((await generations(backup.place)).length, 1, 'the same row goes on')
  })

test('a full target is waited for, and the same row goes on when there is room', async t => {
  const disk = await smallDisk('sqlite')
  if (!disk) return t.diagnostic('no disk can be mounted here')
  const place = join(disk.environment.DATA_DIR, 'backup')
  await mkdir(place)
  const backup = await followed({}, () => new FolderTarget(place))
  t.after(async () => {
    await backup.close()
    await disk.remove()
  })
  await backup.note()
  await backup.turn()
  await disk.fill()
  for (let count = 0; count < 20; count++) {
    await backup.note()
    await backup.turn()
  }
  assert.match(backup.said.join(), /ENOSPC/)
  await disk.free()
  for (let count = 0; count < 2; count++) await backup.turn()
  const { notes } = await backup.restored()
  assert.equal(notes, 21)
  assert.equal((await readdir(place)).length, 1)
})

/** Fails where the log is held for a target that never answers: it would fill the shop's own disk. */
for (const { kind, target, hang } of kinds)
  test(`a target that hangs costs the shop no more than a part of its disk [${kind}]`, async t => {
    const backup = await followed({ mostWaiting: 40 }, target)
    t.after(backup.close)
    await backup.turn()
    hang()
    for (let count = 0; count < 60 && backup.log.isHeld; count++) {
      await backup.note()
      backup.follower.tick()
    }
    assert.ok(!backup.log.isHeld)
    assert.match(backup.said.join(), /begins anew.*too much has gathered/)
  })

/** Fails where what is old is looked for in a turn of its own: in a bucket that takes seconds, with orders waiting. */
test('changes do not wait until the target has said what it has', async t => {
  class Silent extends FolderTarget {
    override list(): Promise<string[]> {
      return new Promise(() => undefined)
    }
  }
  const backup = await followed({}, folder => new Silent(folder))
  t.after(backup.close)
  const turn = async () => {
    backup.follower.tick()
    await backup.follower.settled('turn')
  }
  while (backup.follower.coveredUntil === undefined) {
    await turn()
    await nextTurn()
  }
  await backup.note()
  await turn()
  assert.equal(backup.follower.coveredUntil, backup.clock.now)
  assert.equal((await new FolderTarget(backup.place).list('')).length, 1)
})

test('what is not a folder is told of, and the shop goes on', async t => {
  const backup = await followed({}, folder => new FolderTarget(join(folder, 'file')))
  t.after(backup.close)
  await writeFile(join(backup.place, 'file'), '')
  for (let count = 0; count < 3; count++) {
    await backup.note()
    await backup.turn()
  }
  assert.match(backup.said.join(), /does not go on/)
  assert.equal(backup.follower.coveredUntil, undefined)
})

test('a bucket that is not there, or not ours, is told of with what to do, and the shop goes on', async t => {
  storage.calm()
  const wrong = { ...storage.config, bucket: 'none' }
  const backup = await followed({}, () => new BucketTarget(new Bucket(wrong)))
  t.after(backup.close)
  for (let count = 0; count < 3; count++) {
    await backup.note()
    await backup.turn()
  }
  assert.match(backup.said.join(), /does not go on: The bucket none at .*make it, or check its name/)
  assert.equal(backup.said.length, 1)
  assert.equal(backup.follower.coveredUntil, undefined)
})
