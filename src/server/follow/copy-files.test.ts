import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FileCopies, type Pictures } from './copy-files.ts'
import { FolderTarget } from './folder-target.ts'

const nameOf = (letter: string) => `${letter.repeat(32)}-960.webp`

/** Pictures come and go while what is old is put aside. Fails where those of the shop are asked for first. */
test('a picture that comes in the middle is not put aside', async t => {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? tmpdir(), 'tuckshop-copies-'))
  t.after(() => rm(folder, { recursive: true }))
  const shown = new Set([nameOf('a'), nameOf('b')])
  let comes = async () => undefined as unknown
  const listed = async () => {
    const names = [...shown]
    await comes()
    return names
  }
  const pictures: Pictures = {
    changedAt: async () => undefined,
    list: listed,
    read: async name => Buffer.from(name),
  }
  class Busy extends FolderTarget {
    override async list(part: string): Promise<string[]> {
      const names = await super.list(part)
      await comes()
      return names
    }
  }
  const target = new Busy(folder)
  const copies = new FileCopies(folder, pictures, target)
  await copies.copyNew()
  shown.delete(nameOf('a'))
  comes = async () => {
    comes = async () => undefined
    shown.add(nameOf('c'))
    await copies.copyNew()
  }
  await copies.putAside()
  assert.deepEqual(await target.list('images'), [nameOf('b'), nameOf('c')])
  const gone = await target.list('images-gone')
  assert.deepEqual(
    gone.map(name => name.replace(/^\d+-/, '')),
    [nameOf('a')],
  )
})
