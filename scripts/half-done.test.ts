import assert from 'node:assert/strict'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, test } from 'vitest'
import { Checkout, command, withCheckout } from '../tests/helpers/checkout.ts'

/** A process that has ended may still be listed until its parent reads its exit code. */
function isRunning(pid: number): boolean {
  if (existsSync('/proc/self/stat'))
    return existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('an incomplete install is never taken for a complete one', () => {
  let checkout: Checkout
  let isComplete: () => boolean
  beforeAll(async () => {
    checkout = new Checkout()
    assert.equal((await checkout.run([command])).code, 0)
    renameSync(checkout.path('node_modules'), checkout.path('whole'))
    isComplete = (await checkout.part<{ isComplete: typeof isComplete }>('install.mjs')).isComplete
  })
  beforeEach(() => {
    rmSync(checkout.path('node_modules'), { recursive: true, force: true })
    cpSync(checkout.path('whole'), checkout.path('node_modules'), { recursive: true })
  })
  afterAll(() => checkout.remove())

  const record = 'node_modules/.package-lock.json'
  const edit = (file: string, change: (packages: Record<string, Record<string, unknown>>) => void) => {
    const content = JSON.parse(readFileSync(checkout.path(file), 'utf8'))
    change(content.packages)
    checkout.write(file, JSON.stringify(content))
  }
  const faults: Record<string, () => void> = {
    'npm was killed before it wrote its record': () => rmSync(checkout.path(record)),
    'its record is truncated': () => checkout.write(record, '{"packages": {'),
    'the development packages are missing': () =>
      edit(record, packages => delete packages['node_modules/tool']),
    'a package has another version': () =>
      edit(record, packages => Object.assign(packages['node_modules/tool'] ?? {}, { version: '0.9.0' })),
    'a package has other content': () =>
      edit(record, packages => Object.assign(packages['node_modules/tool'] ?? {}, { integrity: 'sha512-x' })),
    'the folder of a package is gone': () => rmSync(checkout.path('node_modules/tool'), { recursive: true }),
    'the shop’s Node is gone': () =>
      rmSync(checkout.path(`node_modules/${checkout.nodePackage}/bin`), { recursive: true }),
    'npm skipped the native package of this machine': () =>
      edit(record, packages => delete packages[`node_modules/${checkout.nodePackage}`]),
  }
  for (const [title, breakIt] of Object.entries(faults)) {
    test(title, () => {
      assert.ok(isComplete())
      breakIt()
      assert.ok(!isComplete())
    })
  }

  /** In 6ceb9a3 Ctrl+C waited for npm: one and a half minutes, until the registry had answered. */
  test('after Ctrl+C that npm ignores, with no process left behind', async () => {
    rmSync(checkout.path('node_modules'), { recursive: true })
    const { pid, said, ended } = checkout.start([command], { HALF: 'deaf' })
    await said('child ')
    process.kill(-pid, 'SIGINT')
    const { code, printed } = await ended
    assert.equal(code, 130)
    const child = Number(/child (\d+)/.exec(printed)?.[1])
    assert.ok(!isRunning(child), 'what npm has started is gone, too')
    assert.match((await checkout.run([command])).printed, /ran undefined true/)
  })

  test('after Ctrl+C that ends npm', async () => {
    rmSync(checkout.path('node_modules'), { recursive: true })
    const { pid, said, ended } = checkout.start([command], { HALF: '1' })
    await said('half way')
    process.kill(-pid, 'SIGINT')
    const { code, printed } = await ended
    assert.equal(code, 130)
    assert.doesNotMatch(printed, /could not be installed|ran/)
    assert.match((await checkout.run([command])).printed, /ran undefined true/)
  })
})

/** Fails if the files of the build are not checked. */
test('an incomplete build is never taken for a complete one', () =>
  withCheckout(async checkout => {
    const parts = [
      'client/assets/x.js',
      'client/sw.js',
      'server/index.js',
      'shop/main.js',
      'shop/printer-thread.js',
      'shop/migrations/1.ts',
    ]
    checkout.write(
      'scripts/build.ts',
      `import { cpSync, rmSync } from 'node:fs'
rmSync('build', { recursive: true, force: true })
cpSync('finished', 'build', { recursive: true })
process.exitCode = Number(process.env.FAIL ?? 0)`,
    )
    for (const part of parts) checkout.write(`finished/${part}`, '')
    checkout.write('src/web/page.ts', 'one')
    const { isBuilt } = await checkout.part<{ isBuilt: () => boolean }>('build.mjs')
    const build = (env = {}) => checkout.run(['--build', command], env)
    assert.match((await build({ FAIL: '1' })).printed, /could not be built/)
    assert.ok(!isBuilt(), 'it failed')
    assert.equal((await build()).code, 0)
    assert.ok(isBuilt())
    for (const part of [
      'client',
      'client/sw.js',
      'server',
      'shop/main.js',
      'shop/printer-thread.js',
      'shop/migrations',
      '.built',
    ]) {
      renameSync(checkout.path(`build/${part}`), checkout.path('aside'))
      assert.ok(!isBuilt(), part)
      renameSync(checkout.path('aside'), checkout.path(`build/${part}`))
    }
    assert.ok(isBuilt())
    checkout.write('src/web/page.ts', 'another')
    assert.ok(!isBuilt(), 'its input has changed')
    assert.match((await build()).printed, /Building the pages[\s\S]*ran/)
    assert.equal((await build()).printed, 'ran undefined true\n')
  }))
