import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { packVersion } from './pack/version.ts'

/** In 6ceb9a3 packs of two commits had one name, and unpacking the second overwrote the first. */
test('packs of two commits, and packs with uncommitted changes, have different names', t => {
  const root = mkdtempSync(join(tmpdir(), 'tuckshop-version-'))
  t.onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const writeBuildStamp = (stamp: string) => writeFileSync(join(root, 'build/.built'), stamp)
  mkdirSync(join(root, 'build'))
  writeBuildStamp('0123456789')
  assert.equal(packVersion(root, '1.0.0'), '1.0.0+build.0123456', 'without git')

  const me = ['-c', 'user.name=x', '-c', 'user.email=x@example.com']
  const git = (...words: string[]) => execFileSync('git', ['-C', root, ...me, ...words], { encoding: 'utf8' })
  git('init', '-q')
  writeFileSync(join(root, '.gitignore'), 'build\n')
  const versions = ['one', 'two'].map(text => {
    writeFileSync(join(root, 'file'), text)
    git('add', '.')
    git('commit', '-qm', text)
    return packVersion(root, '1.0.0')
  })
  for (const version of versions) assert.match(version, /^1\.0\.0\+[0-9a-f]{7}$/)
  assert.notEqual(versions[0], versions[1])
  writeFileSync(join(root, 'file'), 'three')
  assert.equal(packVersion(root, '1.0.0'), `${versions[1]}.build.0123456`)
  writeBuildStamp('abcdefghi')
  assert.equal(packVersion(root, '1.0.0'), `${versions[1]}.build.abcdefg`)
})
