import assert from 'node:assert/strict'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { Documents } from './documents.ts'

/** Fails if SQLite creates the file: its mode would be 644, and it contains emails with sign-in codes. */
test('only the owner can read the files of the sandbox, with any umask and any previous mode', async t => {
  const root = await mkdtemp(join(tmpdir(), 'tuckshop-sandbox-'))
  const umask = process.umask(0)
  t.onTestFinished(async () => {
    process.umask(umask)
    await rm(root, { recursive: true, force: true })
  })
  const folder = join(root, 'sandbox')
  const modes = () =>
    [folder, ...readdirSync(folder).map(name => join(folder, name))].map(path =>
      (statSync(path).mode & 0o777).toString(8),
    )
  const open = () => new Documents(join(folder, 'sandbox.db'))

  const first = open()
  assert.deepEqual(modes(), ['700', '600', '600', '600'])
  // A killed sandbox leaves its WAL file behind.
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  chmodSync(folder, 0o755)
  const second = open()
  assert.deepEqual(modes(), ['700', '600', '600', '600'])
  first.close()
  second.close()
})

test('documents can be read, replaced, listed newest first and removed', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-sandbox-'))
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const documents = new Documents(join(folder, 'sandbox.db'))
  documents.put('email', '1', 'first')
  documents.put('email', '2', 'second')
  documents.put('person', '1', 'Ann')
  documents.put('email', '1', 'first, changed')
  assert.equal(documents.get('email', '1'), 'first, changed')
  assert.equal(documents.get('person', '1'), 'Ann')
  assert.equal(documents.get('person', '2'), undefined)
  assert.deepEqual(documents.list('email'), ['second', 'first, changed'])
  assert.deepEqual(documents.list('email', 1), ['second'])
  documents.remove('email', '1')
  assert.equal(documents.get('email', '1'), undefined)
  assert.equal(documents.get('person', '1'), 'Ann')
  assert.deepEqual(documents.list('email'), ['second'])
  documents.close()
})
