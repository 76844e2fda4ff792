import assert from 'node:assert/strict'
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { followed } from '../../../tests/helpers/followed.ts'
import { BackupUnfit } from './rebuild.ts'

/** Twelve notes, one to a change, four changes to a file; with another base after the sixth if wanted. */
async function twelve(basesEveryMs = 1e9) {
  const backup = await followed({ baseEveryMs: basesEveryMs })
  await backup.turn()
  for (let count = 1; count <= 12; count++) {
    await backup.note()
    await backup.turn()
    if (count % 4 === 0) await backup.target.close()
  }
  await backup.target.close()
  const [generation = ''] = await readdir(backup.place)
  const folder = join(backup.place, generation)
  const files = await readdir(folder)
  return {
    ...backup,
    folder,
    changes: files
      .filter(name => name.startsWith('changes'))
      .sort()
      .map(name => join(folder, name)),
    bases: files
      .filter(name => name.endsWith('.db'))
      .sort()
      .map(name => join(folder, name)),
  }
}

type Twelve = Awaited<ReturnType<typeof twelve>>

async function flip(file: string, share: number): Promise<void> {
  const bytes = await readFile(file)
  const at = Math.floor(bytes.length * share)
  bytes[at] = (bytes[at] ?? 0) ^ 0xff
  await writeFile(file, bytes)
}

const cut = async (file: string, share: number) =>
  truncate(file, Math.floor((await readFile(file)).length * share))

const nth = (files: readonly string[], index: number): string => files[index] ?? assert.fail('no such file')

/** Each with what is said, and how many notes can be restored up to the moment that it names. */
const damages: [string, (backup: Twelve) => Promise<void>, RegExp, number[]][] = [
  ['a byte', ({ changes }) => flip(nth(changes, 1), 0.5), /changes-000000005.*damaged at byte \d+/, [5, 6]],
  ['the first byte', ({ changes }) => flip(nth(changes, 1), 0), /changes-000000005.*damaged at byte 0/, [4]],
  ['a byte near the end', ({ changes }) => flip(nth(changes, 2), 0.6), /changes-000000009.*damaged/, [9, 10]],
  ['a file', ({ changes }) => rm(nth(changes, 1)), /missing.*behind number 4.*changes-000000009/, [4]],
  ['the end of a file', ({ changes }) => cut(nth(changes, 1), 0.9), /missing.*behind number 7/, [7]],
  ['the only base', ({ bases }) => flip(nth(bases, 0), 0.5), /base-000000000\.db.*damaged.*no other/s, []],
  ['the base gone', ({ bases }) => rm(nth(bases, 0)), /base-000000000\.db.*missing/, []],
]

/** Fails where a change is not fastened to the one before, or what cannot be read is taken for the end. */
for (const [what, damage, words, left] of damages)
  test(`damage is found and named, and what is before it can be restored: ${what}`, async t => {
    const backup = await twelve()
    t.after(backup.close)
    assert.equal((await backup.restored()).notes, 12)
    await damage(backup)
    const refusal = await backup.restored().then(
      () => assert.fail('it was restored'),
      error => error,
    )
    assert.ok(refusal instanceof BackupUnfit, String(refusal))
    assert.match(refusal.message, words)
    const [, moment] = /--at (\S+)$/.exec(refusal.message) ?? []
    if (left.length === 0) return
    const { notes } = await backup.restored(Date.parse(moment ?? ''))
    assert.ok(left.includes(notes), `${notes} notes`)
  })

test('a change that was cut off while it was written is not used', async t => {
  const backup = await twelve()
  t.after(backup.close)
  await cut(nth(backup.changes, 2), 0.9)
  const { notes, remarks } = await backup.restored()
  assert.equal(notes, 11)
  assert.match(remarks.join(), /changes-000000009.*cut off/)
})

test('a damaged copy is made up for by the one before, and by all changes since', async t => {
  const backup = await twelve(6000)
  t.after(backup.close)
  assert.equal(backup.bases.length, 3)
  await flip(nth(backup.bases, 2), 0.5)
  const { notes, remarks } = await backup.restored()
  assert.equal(notes, 12)
  assert.match(remarks.join(), /base-000000012\.db is damaged: an earlier copy/)
})

/** Fails where changes are found by their numbers alone. */
test('changes of another row are not taken for the missing ones', async t => {
  const [one, other] = [await twelve(), await twelve()]
  t.after(one.close)
  t.after(other.close)
  await writeFile(nth(one.changes, 1), await readFile(nth(other.changes, 1)))
  await assert.rejects(one.restored(), /missing.*behind number 4/)
})
