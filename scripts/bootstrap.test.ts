import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'vitest'
import { Checkout, command, withCheckout } from '../tests/helpers/checkout.ts'
import { freePort } from '../tests/helpers/free-port.ts'
import { commands } from './commands.mjs'

/** The npm of this machine, with the registry of the test. */
const realNpm = (registry: string, checkout: Checkout) => ({
  npm_execpath: '',
  npm_config_registry: registry,
  npm_config_cache: checkout.path('cache'),
  npm_config_userconfig: checkout.path('none'),
})

describe('the first start', { concurrent: true }, () => {
  /** Fails if the bootstrap expects the shop's Node in node_modules/.bin: npm before 11.4 does not put it there. */
  test('installs once, and runs on the files that npm 10 leaves', () =>
    withCheckout(async checkout => {
      const first = await checkout.run([command])
      assert.equal(first.code, 0, first.printed)
      assert.match(first.printed, /ran undefined true/)
      assert.equal((await checkout.run([command])).printed, 'ran undefined true\n')
      assert.equal(checkout.installs, 1)
    }))

  /** Fails if npm ci runs with the host's NODE_ENV and without --include=dev. */
  test('installs development packages whatever NODE_ENV and npm’s settings say', () =>
    withCheckout(async checkout => {
      const registry = createServer((_, response) => response.end('{}'))
      await once(registry.listen(0, '127.0.0.1'), 'listening')
      const { port } = registry.address() as AddressInfo
      const { code, printed } = await checkout
        .run([command], {
          ...realNpm(`http://127.0.0.1:${port}/`, checkout),
          NODE_ENV: 'production',
          // The format in which npm writes a list.
          npm_config_omit: 'dev\n\noptional',
        })
        .finally(() => registry.close())
      assert.equal(code, 0, printed)
      assert.match(printed, /ran undefined true/)
    }))

  /** Fails if npm's own retries apply: they take minutes. */
  test('reports a missing network, and installs from npm’s cache if possible', () =>
    withCheckout(async checkout => {
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

  test('stops waiting for a silent registry, and accepts its refusal as an answer', () =>
    withCheckout(async checkout => {
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

  /** Fails on a build that parses only on Node 20, or that installs before the check. */
  test('reports immediately that the host’s Node is too old', () =>
    withCheckout(async checkout => {
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

  /** Fails if the commands themselves print the help: by then everything is installed. */
  test('answers --help and usage errors without installing anything', () =>
    withCheckout(async checkout => {
      const help = await checkout.run(['--build', 'scripts/start.ts', '--help'])
      assert.match(help.printed, /^Usage: npm start\n/)
      const usageError = await checkout.run(['scripts/backup.ts', 'one', 'two'])
      assert.equal(usageError.printed, `Too many arguments: two\nUsage: ${commands.backup.line}\n`)
      assert.deepEqual([help.code, usageError.code, checkout.installs], [0, 2, 0])
      assert.ok(!existsSync(checkout.path('node_modules')))
    }))
})

describe('a command that receives a signal', { concurrent: true }, () => {
  const patient = `
process.on('SIGINT', finish).on('SIGTERM', finish)
function finish() {
  if (process.argv[2] === 'at once') process.kill(process.pid, 'SIGKILL')
  setTimeout(() => { console.log('finished'); process.exit(Number(process.argv[2])) }, 200)
}
setInterval(() => {}, 1000)
console.log('up')`

  /** Fails if the bootstrap ends before the command, or with its own exit code. */
  for (const [title, whom, signal, word, wanted] of [
    ['from Ctrl+C, which reaches the whole group', -1, 'SIGINT', '0', 0],
    ['through npm, which knows only the bootstrap', 1, 'SIGTERM', '0', 0],
    ['and exits with its own code', -1, 'SIGTERM', '7', 7],
    ['and is killed', 1, 'SIGTERM', 'at once', 137],
  ] as const) {
    test(title, () =>
      withCheckout(async checkout => {
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
