import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { Checkout, command } from '../tests/helpers/checkout.ts'
import { freePort } from '../tests/helpers/postgres.ts'

/** A checkout for one test, gone afterwards. */
async function within(work: (checkout: Checkout) => Promise<void>): Promise<void> {
  const checkout = new Checkout()
  try {
    await work(checkout)
  } finally {
    checkout.remove()
  }
}

/** npm as it is on this machine, asking a registry of ours. */
const realNpm = (registry: string, checkout: Checkout) => ({
  npm_execpath: '',
  npm_config_registry: registry,
  npm_config_cache: checkout.path('cache'),
  npm_config_userconfig: checkout.path('none'),
})

describe('the first start', { concurrency: true }, () => {
  /** Fails where the shop's Node is looked for in node_modules/.bin, where npm before 11.4 does not put it. */
  test('installs once, and runs on what npm 10 leaves', () =>
    within(async checkout => {
      const first = await checkout.run([command])
      assert.equal(first.code, 0, first.printed)
      assert.match(first.printed, /ran undefined true/)
      assert.equal((await checkout.run([command])).printed, 'ran undefined true\n')
      assert.equal(checkout.installs, 1)
    }))

  /** Fails where npm ci is run with the host's NODE_ENV and without --include=dev. */
  test('installs the packages for development whatever NODE_ENV and npm’s settings say', () =>
    within(async checkout => {
      const registry = createServer((_, response) => response.end('{}'))
      await once(registry.listen(0, '127.0.0.1'), 'listening')
      const { port } = registry.address() as AddressInfo
      const { code, printed } = await checkout
        .run([command], {
          ...realNpm(`http://127.0.0.1:${port}/`, checkout),
          NODE_ENV: 'production',
          // How npm writes a list.
          npm_config_omit: 'dev\n\noptional',
        })
        .finally(() => registry.close())
      assert.equal(code, 0, printed)
      assert.match(printed, /ran undefined true/)
    }))

  /** Fails where npm's own retries decide: they take minutes. */
  test('says that there is no network, and installs from npm’s cache where it can', () =>
    within(async checkout => {
      const nobody = `http://127.0.0.1:${await freePort()}/`
      const cached = await checkout.run([command], realNpm(nobody, checkout))
      assert.equal(cached.code, 0, cached.printed)
      assert.match(cached.printed, /No network \(ECONNREFUSED\): installing from npm's cache/)
      checkout.fetchFrom(nobody)
      for (const folder of ['node_modules', 'cache']) rmSync(checkout.path(folder), { recursive: true })
      const failed = await checkout.run([command], realNpm(nobody, checkout))
      assert.equal(failed.code, 1, failed.printed)
      assert.match(
        failed.printed,
        /cannot be reached \(ECONNREFUSED\)\. The first start needs the network once/,
      )
      assert.doesNotMatch(failed.printed, /npm (error|ERR!)|^ +at /m)
    }))

  test('waits for a silent registry only so long, and takes a refusal of it for an answer', () =>
    within(async checkout => {
      const [silent, refused] = [new Checkout(), checkout]
      const answers = await Promise.all([
        silent.run([command], { PING: 'silence' }),
        refused.run([command], { PING: 'E404' }),
      ])
      assert.match(
        answers[0].printed,
        /No network \(no answer within 10 seconds\): installing from npm's cache/,
      )
      assert.match(readFileSync(silent.path('npm/asked'), 'utf8'), /^ci .*--offline/m)
      assert.doesNotMatch(readFileSync(refused.path('npm/asked'), 'utf8'), /--offline/)
      assert.deepEqual(
        answers.map(({ code }) => code),
        [0, 0],
      )
      silent.remove()
    }))

  /** Fails on a build that parses only on Node 20, or that installs before it looks. */
  test('says at once when the host’s Node is too old', () =>
    within(async checkout => {
      checkout.write(
        'old.cjs',
        "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } })",
      )
      const { code, printed } = await checkout.run([command], {
        NODE_OPTIONS: `--require ${checkout.path('old.cjs')}`,
      })
      assert.equal(
        printed,
        '\nThe shop needs Node 20 or newer, and this is Node 18.20.4. Get one from https://nodejs.org\n\n',
      )
      assert.equal(code, 1)
      assert.ok(!existsSync(checkout.path('node_modules')))
      const entry = readFileSync(checkout.path('scripts/bootstrap.mjs'), 'utf8')
      assert.doesNotMatch(entry, /^import |\?\.|\?\?|await/m, 'Node 14 cannot read it')
    }))

  /** Fails where commands answer for themselves: by then everything is installed. */
  test('answers --help and slips without installing anything', () =>
    within(async checkout => {
      const help = await checkout.run(['--build', 'scripts/start.ts', '--help'])
      assert.match(help.printed, /^Usage: npm start\n/)
      const slip = await checkout.run(['scripts/backup.ts', 'one', 'two'])
      assert.equal(slip.printed, 'Too much: two\nUsage: npm run backup -- FILE\n')
      assert.deepEqual([help.code, slip.code, checkout.installs], [0, 2, 0])
      assert.ok(!existsSync(checkout.path('node_modules')))
    }))
})

describe('half an install is never taken for a whole one', () => {
  let checkout: Checkout
  let isWhole: () => boolean
  before(async () => {
    checkout = new Checkout()
    assert.equal((await checkout.run([command])).code, 0)
    renameSync(checkout.path('node_modules'), checkout.path('whole'))
    isWhole = (await checkout.part<{ isWhole: typeof isWhole }>('install.mjs')).isWhole
  })
  beforeEach(() => {
    rmSync(checkout.path('node_modules'), { recursive: true, force: true })
    cpSync(checkout.path('whole'), checkout.path('node_modules'), { recursive: true })
  })
  after(() => checkout.remove())

  const record = 'node_modules/.package-lock.json'
  const edit = (file: string, change: (packages: Record<string, Record<string, unknown>>) => void) => {
    const content = JSON.parse(readFileSync(checkout.path(file), 'utf8'))
    change(content.packages)
    checkout.write(file, JSON.stringify(content))
  }
  const faults: Record<string, () => void> = {
    'npm was killed before it wrote its record': () => rmSync(checkout.path(record)),
    'its record is cut off': () => checkout.write(record, '{"packages": {'),
    'the packages for development were left out': () =>
      edit(record, packages => delete packages['node_modules/tool']),
    'a package of another version is there': () =>
      edit(record, packages => Object.assign(packages['node_modules/tool'] ?? {}, { version: '0.9.0' })),
    'a package of other bytes is there': () =>
      edit(record, packages => Object.assign(packages['node_modules/tool'] ?? {}, { integrity: 'sha512-x' })),
    'the folder of a package is gone': () => rmSync(checkout.path('node_modules/tool'), { recursive: true }),
    'the shop’s Node is gone': () =>
      rmSync(checkout.path(`node_modules/${checkout.nodePackage}/bin`), { recursive: true }),
    'npm went on without the native part of this machine': () =>
      edit(record, packages => delete packages[`node_modules/${checkout.nodePackage}`]),
  }
  for (const [title, breakIt] of Object.entries(faults)) {
    test(title, () => {
      assert.ok(isWhole())
      breakIt()
      assert.ok(!isWhole())
    })
  }

  test('nor one that Ctrl+C has ended', async () => {
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

/** Fails where the results of the build are not looked at. */
test('half a build is never taken for a whole one', () =>
  within(async checkout => {
    const parts = [
      'client/assets/x.js',
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

describe('a command that is told to stop', { concurrency: true }, () => {
  const patient = `
process.on('SIGINT', finish).on('SIGTERM', finish)
function finish() {
  if (process.argv[2] === 'at once') process.kill(process.pid, 'SIGKILL')
  setTimeout(() => { console.log('finished'); process.exit(Number(process.argv[2])) }, 200)
}
setInterval(() => {}, 1000)
console.log('up')`

  /** Fails where the bootstrap ends before the command, or with a code of its own. */
  for (const [title, whom, signal, word, wanted] of [
    ['by Ctrl+C, which reaches the whole group', -1, 'SIGINT', '0', 0],
    ['through npm, which knows the bootstrap only', 1, 'SIGTERM', '0', 0],
    ['and ends with a code of its own', -1, 'SIGTERM', '7', 7],
    ['and is killed', 1, 'SIGTERM', 'at once', 137],
  ] as const) {
    test(title, () =>
      within(async checkout => {
        checkout.write('scripts/patient.mjs', patient)
        const { pid, said, ended } = checkout.start(['scripts/patient.mjs', word])
        await said('up')
        process.kill(whom * pid, signal)
        const { code, printed } = await ended
        assert.equal(code, wanted, printed)
        assert.equal(printed.includes('finished'), word !== 'at once')
      }),
    )
  }
})
