import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'

/** Reads the file the way npm start and the pack do: with Node's own --env-file. */
test('an unquoted # truncates a value in .env, and the example says so', t => {
  const folder = mkdtempSync(join(tmpdir(), 'tuckshop-env-'))
  t.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
  const [quoted = ''] = /\b[A-Z_]+="[^"\n]*#[^"\n]*"/.exec(example) ?? []
  writeFileSync(join(folder, '.env'), `${quoted}\nBARE=a#b\nSINGLE='a#b'\n`)
  const words = [`--env-file=${join(folder, '.env')}`, '-p']
  const read = (name: string) =>
    execFileSync(process.execPath, [...words, `process.env.${name}`], { encoding: 'utf8', env: {} }).trim()
  const [name = '', value] = quoted.split(/=(.*)/)
  assert.equal(read(name), value?.slice(1, -1))
  assert.deepEqual([read('BARE'), read('SINGLE')], ['a', 'a#b'])
})
