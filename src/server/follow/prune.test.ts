import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { followed } from '../../../tests/helpers/followed.ts'
import { openStorage } from '../../../tests/helpers/storage.ts'
import { Bucket } from '../adapters/bucket.ts'
import { listBases } from './bases.ts'
import { BucketTarget } from './bucket-target.ts'
import { FolderTarget } from './folder-target.ts'
import { prune } from './prune.ts'
import type { Target } from './target.ts'

const storage = await openStorage()
after(() => storage.close())

const kinds: [string, (folder: string) => Target][] = [
  ['folder', folder => new FolderTarget(folder)],
  ['bucket', () => new BucketTarget(new Bucket(storage.config))],
]

/** Fails where the base from before the first moment goes, or a file of changes whose last ones are still needed. */
for (const [kind, target] of kinds)
  test(`what is old goes, and every moment since can still be restored [${kind}]`, async t => {
    const backup = await followed({ baseEveryMs: 5000 }, target)
    t.after(backup.close)
    const begun = backup.clock.now
    for (let count = 1; count <= 30; count++) {
      await backup.note()
      // The first finds that the row has ended, the second begins another.
      for (let turns = 0; turns < 2; turns++) await backup.turn()
      if (count % 3 === 0) await backup.target.close()
      if (count % 10 === 0) backup.log.letGo()
    }
    const all = (await backup.target.list('')).length
    assert.ok(all >= 3, 'several rows')
    for (const seconds of [4, 13, 14, 22, 29]) {
      const since = begun + seconds * 1000
      await prune(backup.target, since)
      // What was cut off too much is missing right behind the cut, or to the end of a row.
      const moments = Array.from({ length: 31 - seconds }, (_, i) => seconds + i)
      for (const moment of moments.filter(moment => moment < seconds + 4 || moment % 4 === 0))
        assert.equal((await backup.restored(begun + moment * 1000)).notes, moment, `second ${moment}`)
    }
    const { bases } = await listBases(backup.target)
    assert.ok(bases.filter(({ at }) => at <= begun + 29_000).length === 1, 'one base from before stays')
    assert.ok((await backup.target.list('')).length < all)
  })
