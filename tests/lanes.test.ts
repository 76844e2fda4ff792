import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { runningProcesses } from '../scripts/end-tree.ts'
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

test('a stage that hangs without a word is ended with all that it has started', {
  timeout: 60_000,
}, async t => {
  const said = t.mock.method(console, 'log', () => undefined)
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-lanes-'))
  t.after(() => rm(folder, { recursive: true }))
  const file = join(folder, 'pid')
  const grandchild = `sleep 1000 & echo $! > "${file}"; wait`
  const hangs = inShell('hangs', `sh -c '${grandchild}' & wait`)
  assert.notEqual(await runLanes([], [{ ...hangs, silenceMs: 1000 }]), 0)
  const words = said.mock.calls.flatMap(({ arguments: all }) => all).join('\n')
  assert.match(words, /hangs has said nothing for 1 s/)
  const last = Number(await readFile(file, 'utf8'))
  assert.ok(last > 0)
  while (runningProcesses().some(({ pid }) => pid === last)) await setTimeout(50)
})

test('a stage that goes on speaking has all the time it needs', async t => {
  t.mock.method(console, 'log', () => undefined)
  const speaks = inShell('speaks', 'for word in a b c d; do echo $word; sleep 0.6; done')
  assert.equal(await runLanes([], [{ ...speaks, silenceMs: 2000 }]), 0)
})

/** A shell starts in no time, also where much else runs: its silence is its own. */
const inShell = (title: string, line: string): Stage => ({
  title,
  program: '/bin/sh',
  parameters: ['-c', line],
})

test('processes are found with their parents', () => {
  assert.ok(runningProcesses().some(({ pid, parent }) => pid === process.pid && parent === process.ppid))
})
