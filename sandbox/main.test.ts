import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type TestContext, test } from 'vitest'
import { freePort } from '../tests/helpers/free-port.ts'

const isReachable = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a sandbox as the shop does. */
async function startSandbox(t: TestContext, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-sandbox-'))
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--with-shop'], {
    env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  t.onTestFinished(() => void child.kill('SIGKILL'))
  const stderr: string[] = []
  child.stderr?.on('data', chunk => stderr.push(String(chunk)))
  return { child, stderr }
}

/** Fails if the sandbox needs a reader for its first line: Ctrl+C in the first second then prints a stack trace. */
test('a sandbox whose parent does not read its output exits silently', async t => {
  const port = await freePort()
  const { child, stderr } = await startSandbox(t, port)
  child.stdout?.destroy()
  // Without a pause, this loop would compete with the sandbox for the CPU.
  while (child.exitCode === null && !(await isReachable(port))) await setTimeout(50)
  assert.equal(child.exitCode, null, stderr.join())
  child.disconnect()
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.deepEqual(stderr, [])
})

/** Fails if only a later disconnect is noticed (it runs forever), or if startup is interrupted (a stack trace). */
test('a sandbox whose parent exits during startup exits, too', async t => {
  for (const ms of [0, 200, 400, 600, 800, 1000]) {
    const { child, stderr } = await startSandbox(t, 0)
    await setTimeout(ms)
    child.disconnect()
    assert.deepEqual(await once(child, 'exit'), [0, null], `after ${ms} ms`)
    assert.deepEqual(stderr, [], `after ${ms} ms`)
  }
})
