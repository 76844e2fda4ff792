import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'vitest'
import { withCheckout } from '../tests/helpers/checkout.ts'
import { freePort, isFree } from '../tests/helpers/free-port.ts'
import { programEnvironment } from '../tests/helpers/program-environment.ts'
import { refuseTakenPorts } from './bootstrap/ports.mjs'
import { sandboxSettings } from './sandbox-settings.ts'

/** A taken port, with a free one on each side. */
async function takenPort(t: TestContext): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (!(await isFree(port + 1)) || !(await isFree(port - 1))) continue
    const holder = createServer()
    await new Promise<void>(resolve => holder.listen(port, '127.0.0.1', resolve))
    t.onTestFinished(() => void holder.close())
    return port
  }
}

const words = (settings: Record<string, string>) =>
  refuseTakenPorts(settings).then(
    () => 'free',
    ({ message }: Error) => message,
  )

test('a taken port is reported with the setting that changes it', async t => {
  const taken = await takenPort(t)
  const free = String(await freePort())
  assert.match(
    await words({ PORT: `${taken}`, SANDBOX_PORT: '0' }),
    new RegExp(`^Port ${taken} .* PORT=3100`),
  )
  for (const [first, use] of [
    [taken, 'its pages'],
    [taken - 1, 'mail'],
  ] as const)
    assert.match(
      await words({ PORT: free, SANDBOX_PORT: String(first) }),
      new RegExp(`^Port ${taken} is taken, and the demo’s sandbox needs it for ${use}.* SANDBOX_PORT=3101`),
    )
  assert.equal(await words({ PORT: free, SANDBOX_PORT: '0' }), 'free')
  assert.equal(await words({ PORT: free, SANDBOX_PORT: `${taken}`, SHOP_MODE: 'live' }), 'free')
  const keys = Object.fromEntries(
    Object.keys(sandboxSettings({ url: '', smtpUrl: '' })).map(name => [name, 'x']),
  )
  assert.equal(await words({ PORT: free, SANDBOX_PORT: `${taken}`, ...keys }), 'free', 'there is no sandbox')
})

/** Fails if the first start installs and builds for a minute before it reports the port. */
test('the first start reports a taken port before it installs anything, also for a port in .env', t =>
  withCheckout(async checkout => {
    checkout.write('.env', `PORT=${await takenPort(t)}`)
    const { code, printed } = await checkout.run(['--build', 'scripts/start.ts'])
    assert.equal(code, 1)
    assert.match(printed, /^\nPort \d+ is taken/)
    assert.equal(checkout.installs, 0)
  }))

/**
 * In 6ceb9a3 the shop opened first and created its history, which the sandbox never got: 70 orders could not be
 * refunded.
 */
test('a start without the ports of its sandbox creates no demo', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'tuckshop-ports-'))
  t.onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [taken, free] = [await takenPort(t), await freePort()]
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...programEnvironment, DATA_DIR: join(folder, 'data'), PORT: `${free}`, SANDBOX_PORT: `${taken}` },
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, new RegExp(`^\nPort ${taken} is taken`))
  assert.ok(!existsSync(join(folder, 'data')))
})
