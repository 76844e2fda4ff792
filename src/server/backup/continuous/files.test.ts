import assert from 'node:assert/strict'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'vitest'
import { openBackupFixture } from '../../../../tests/helpers/backed-up-shop.ts'
import { FileCopies, picturesIn } from './files.ts'
import { FolderTarget } from './folder-target.ts'

/** Fails if a picture that was copied once counts as copied for ever. */
test('a picture that was deleted from the backup is copied again', async t => {
  const { folder, targetFolder } = await openBackupFixture(t)
  const names = ['a', 'b'].map(letter => `${letter.repeat(32)}-480.webp`)
  await mkdir(join(folder, 'images'))
  for (const name of names) await writeFile(join(folder, 'images', name), name)
  const copies = new FileCopies(folder, picturesIn(folder), new FolderTarget(targetFolder))
  await copies.copyNew()
  await rm(join(targetFolder, 'images', names[0] ?? ''))
  await copies.moveAside('generation-0001-1f2e3d4c', 7)
  await copies.copyNew()
  assert.deepEqual((await readdir(join(targetFolder, 'images'))).sort(), names)
})
