import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type TestContext, test } from 'vitest'
import { freePort } from '../tests/helpers/free-port.ts'

const answers = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )

/** A sandbox as the shop starts it. */
async function started(t: TestContext, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-sandbox-'))
  t.onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), '--with-shop'], {
    env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  t.onTestFinished(() => void child.kill('SIGKILL'))
  const said: string[] = []
  child.stderr?.on('data', chunk => said.push(String(chunk)))
  return { child, said }
}

/** Fails where the line that says where it is open has to be read: Ctrl+C in the first second then shows a stack. */
test('a sandbox whose starter does not listen goes without a word', async t => {
  const port = await freePort()
  const { child, said } = await started(t, port)
  child.stdout?.destroy()
  // Asked without a pause, it would share its core with the one who asks.
  while (child.exitCode === null && !(await answers(port))) await setTimeout(50)
  assert.equal(child.exitCode, null, said.join())
  child.disconnect()
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.deepEqual(said, [])
})

/** Fails where only a channel that breaks later is noticed (it stays for ever), or where opening is cut short (a stack). */
test('a sandbox whose starter goes while it opens goes, too', async t => {
  for (const ms of [0, 200, 400, 600, 800, 1000]) {
    const { child, said } = await started(t, 0)
    await setTimeout(ms)
    child.disconnect()
    assert.deepEqual(await once(child, 'exit'), [0, null], `after ${ms} ms`)
    assert.deepEqual(said, [], `after ${ms} ms`)
  }
})
