import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../tests/helpers/postgres.ts'

const answers = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Fails where the line that says where it is open has to be read: Ctrl+C in the first second then shows a stack. */
test('a sandbox whose starter is gone before it is open goes without a word', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'tuckshop-sandbox-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const port = await freePort()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, SANDBOX_PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  t.after(() => child.kill('SIGKILL'))
  let said = ''
  child.stderr?.on('data', chunk => {
    said += chunk
  })
  child.stdout?.destroy()
  while (child.exitCode === null && !(await answers(port)))
    await new Promise(resolve => setImmediate(resolve))
  assert.equal(child.exitCode, null, said)
  child.disconnect()
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.equal(said, '')
})
