import assert from 'node:assert/strict'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type TestContext, test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import { type ChangeRecord, encoded, recordOf, recordsIn } from './record.ts'

/** A backup with two copies and ten notes in several files, and the files of its one generation. */
async function withFiles(t: TestContext) {
  const fixture = await openBackupFixture(t)
  const shop = await fixture.open('live')
  await shop.backUpAll()
  for (let count = 0; count < 5; count++) {
    await shop.writeNotes(1)
    await shop.target.close()
  }
  fixture.clocks.pass(86_400_000)
  await shop.writeNotes(1)
  await shop.backUpAll()
  for (let count = 0; count < 4; count++) {
    await shop.writeNotes(1)
    await shop.target.close()
  }
  await shop.backUpAll()
  await shop.end()
  shop.begin()
  const [branch] = await shop.branches()
  const folder = join(fixture.targetFolder, branch?.name ?? '')
  const names = (kind: string) => async () =>
    (await readdir(folder)).filter(name => name.startsWith(kind) && !name.endsWith('.json')).sort()
  return { ...fixture, shop, folder, changes: names('changes-'), bases: names('base-') }
}

async function change(file: string, work: (bytes: Buffer) => Buffer): Promise<void> {
  await writeFile(file, work(await readFile(file)))
}

test('a change that was truncated at the very end is left out, with a note', async t => {
  const { shop, folder, changes } = await withFiles(t)
  const last = (await changes()).at(-1) ?? ''
  await change(join(folder, last), bytes => bytes.subarray(0, bytes.length - 7))
  const { notes, remarks } = await shop.restore()
  assert.equal(notes, 9)
  assert.match(remarks.join(), /was cut off, and not used/)
  await shop.end()
})

/** Fails if damage in the middle is skipped: everything after it would be silently missing. */
test('damage or a missing file in the middle is refused by name, and everything before it can be restored', async t => {
  const damages = [
    (file: string) => change(file, bytes => bytes.fill(0x20, bytes.length - 60, bytes.length - 20)),
    (file: string) => rm(file),
  ]
  for (const damage of damages) {
    const { shop, folder, changes } = await withFiles(t)
    const middle = (await changes()).at(-3) ?? ''
    await damage(join(folder, middle))
    const refusal = await shop.restore().then(
      () => assert.fail('nothing was refused'),
      (error: Error) => error.message,
    )
    const [, at] = /--at (\S+)/.exec(refusal) ?? []
    assert.ok(at, refusal)
    const { notes } = await shop.restore({ until: Date.parse(at) })
    assert.ok(notes >= 6 && notes < 10, `${notes} notes`)
    await shop.end()
  }
})

/** Fails if the hash covers only the head of a change: the altered row fits and is restored. */
test('a change with a single altered byte is refused as damaged', async t => {
  const { shop, folder, changes } = await withFiles(t)
  const file = (await changes()).at(-2) ?? ''
  await change(join(folder, file), bytes => {
    bytes.write('b', bytes.indexOf('a note'))
    return bytes
  })
  await assert.rejects(shop.restore(), new RegExp(`Changes are missing in .* before those in .*${file}`))
  await shop.end()
})

function soleRecordIn(bytes: Buffer): ChangeRecord {
  const [record] = recordsIn(bytes)
  return record ?? assert.fail()
}

/** Fails if a change is appended to another by its number alone. */
test('an intact change of another history, with the number of a missing one, is refused', async t => {
  const { shop, folder, changes } = await withFiles(t)
  await change(join(folder, (await changes()).at(-2) ?? ''), bytes => {
    const record = soleRecordIn(bytes)
    return encoded(recordOf(record, 'the hash of another history', record.numbers))
  })
  await assert.rejects(shop.restore(), /Changes are missing in .* after number \d+/)
  await shop.end()
})

/** Fails if a conflicting change is skipped: the restored shop would never have existed. */
test('a change that does not fit the rows before it is refused, and everything before it can be restored', async t => {
  const { shop, folder, changes } = await withFiles(t)
  const [before = '', last = ''] = (await changes()).slice(-2)
  const { changeset } = soleRecordIn(await readFile(join(folder, before)))
  await change(join(folder, last), bytes => {
    const record = soleRecordIn(bytes)
    return encoded(recordOf({ ...record, changeset }, record.before, record.numbers))
  })
  await assert.rejects(shop.restore(), /Change \d+ of .* does not fit\. Everything before it .*--at /)
  await shop.end()
})

test('an earlier copy replaces a damaged or missing one', async t => {
  for (const damage of ['damaged', 'missing']) {
    const { shop, folder, bases } = await withFiles(t)
    const last = join(folder, (await bases()).at(-1) ?? '')
    if (damage === 'missing') await rm(last)
    else await change(last, bytes => bytes.fill(0, 8192, 8292))
    const { notes, remarks } = await shop.restore()
    assert.equal(notes, 10)
    assert.match(remarks.join(), /is damaged: an earlier copy was used/)
    for (const name of await bases()) await rm(join(folder, name))
    await assert.rejects(shop.restore(), /are damaged or missing/)
    await shop.end()
  }
})

test('an unreadable note is reported, and its copy is not used', async t => {
  const { shop, folder, bases } = await withFiles(t)
  const note = ((await bases()).at(-1) ?? '').replace('.db', '.json')
  await writeFile(join(folder, note), '{')
  const { notes, remarks } = await shop.restore()
  assert.equal(notes, 10)
  assert.match(remarks.join(), /is damaged: the copy that it belongs to was not used/)
  await shop.end()
})

/** Fails if only one of two files with the same start is read: it may be the shorter one, which arrived late. */
test('a first try of a file that arrives late does no harm', async t => {
  const { shop, folder, changes } = await withFiles(t)
  await shop.writeNotes(3)
  await shop.end()
  shop.begin()
  const longest = (await changes()).at(-1) ?? ''
  const bytes = await readFile(join(folder, longest))
  const oneChange = bytes.indexOf('\nchange {', 10) + 1
  for (const suffix of ['00000000', 'ffffffff'])
    await writeFile(
      join(folder, longest.replace(/[0-9a-f]{8}\.log$/, `${suffix}.log`)),
      bytes.subarray(0, oneChange),
    )
  assert.equal((await shop.restore()).notes, 13)
  await shop.end()
})
