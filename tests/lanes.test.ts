import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runLanes, type Stage } from '../scripts/stages.ts'

/** Runs a line of JavaScript. */
const stage = (title: string, line: string): Stage => ({
  title,
  program: process.execPath,
  parameters: ['-e', line],
})

test('a stage that fails ends its lane, lets no other lane begin another, and is the answer', async t => {
  t.mock.method(console, 'log', () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-lanes-'))
  t.after(() => rm(folder, { recursive: true }))
  const note = (name: string) => `require('node:fs').writeFileSync(${JSON.stringify(join(folder, name))}, '')`
  const afterFailure = `const { existsSync } = require('node:fs')
    const look = () => existsSync(${JSON.stringify(join(folder, 'failed'))}) ? setTimeout(() => {}, 500) : setTimeout(look, 20)
    look()`
  const code = await runLanes(
    [stage('fails', `${note('failed')}; process.exitCode = 3`), stage('never', note('never'))],
    [stage('outlasts it', afterFailure), stage('never either', note('never'))],
  )
  assert.equal(code, 3)
  assert.ok(existsSync(join(folder, 'failed')))
  assert.ok(!existsSync(join(folder, 'never')))
})

test('lanes that go well answer with nothing', async t => {
  t.mock.method(console, 'log', () => undefined)
  assert.equal(await runLanes([stage('one', '1')], [stage('two', '2'), stage('three', '3')]), 0)
})
