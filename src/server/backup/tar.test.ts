import assert from 'node:assert/strict'
import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { entriesOf, TarWriter } from './tar.ts'

const sizes = [0, 1, 511, 512, 513, 1024]

/** Parses a tar by the POSIX format: a header of 512 bytes, the contents, and zeros up to the next 512. */
function namesByPosix(tar: Buffer): [string, number][] {
  const found: [string, number][] = []
  for (let at = 0; tar[at] !== 0; ) {
    const name = tar.toString('utf8', at, at + 100).replace(/\0+$/, '')
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8)
    found.push([name, size])
    at += 512 + Math.ceil(size / 512) * 512
  }
  return found
}

/** Fails if a file whose size is a multiple of 512 gets an extra block: our own reader accepts that, others do not. */
test('any archiver can read entries of every size', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-tar-'))
  t.onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'x.tar')
  const file = await open(path, 'w')
  const tar = new TarWriter(file)
  for (const size of sizes) await tar.add({ name: `files/${size}`, content: Buffer.alloc(size, 'x') })
  await tar.end()
  await file.close()
  const bytes = await readFile(path)
  assert.deepEqual(
    namesByPosix(bytes),
    sizes.map(size => [`files/${size}`, size]),
  )
  assert.equal(bytes.length % 512, 0)
  assert.ok(bytes.subarray(-1024).every(byte => byte === 0))
  const read: [string, number][] = []
  for await (const { name, content } of entriesOf(path)) read.push([name, content.length])
  assert.deepEqual(read, namesByPosix(bytes))
})
