import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { test } from 'node:test'
import { programFile, programs } from '../../tests/helpers/programs.ts'

/** Fails where tests start the sources, and where they run in what the bundler has made of the environment. */
test('what tests start is bundled once for all of them, which changes nothing else', () => {
  const files = new Set(programs.map(programFile))
  assert.equal(files.size, programs.length)
  for (const file of files) assert.deepEqual([extname(file), existsSync(file)], ['.js', true], file)
  assert.notEqual(process.env.NODE_ENV, 'production')
})
