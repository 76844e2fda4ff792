import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { readConfig } from '../src/server/config.ts'
import { demoAccounts } from '../src/server/db/demo.ts'
import { openShop } from '../src/server/open-shop.ts'
import { commands } from './commands.mjs'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const names = Object.keys(commands) as (keyof typeof commands)[]
const folder = mkdtempSync(join(tmpdir(), 'tuckshop-commands-'))
after(() => rmSync(folder, { recursive: true, force: true }))

interface Ended {
  code: number
  out: string
  err: string
}

/** A command as npm runs it for somebody who is in an empty folder. */
function run(name: keyof typeof commands, words: string[], settings: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH, INIT_CWD: folder, DATA_DIR: join(folder, 'mistyped'), ...settings }
  return new Promise<Ended>(resolve =>
    execFile(
      process.execPath,
      ['scripts/bootstrap.mjs', commands[name].file, ...words],
      { cwd: root, env, timeout: 60_000 },
      (error, out, err) => resolve({ code: error ? Number(error.code ?? -1) : 0, out, err }),
    ),
  )
}

/** One sentence on standard error, whatever blank lines there are around it; no stack. */
const saysOnce = ({ err }: Ended, sentence: RegExp) => {
  assert.match(err, sentence)
  assert.doesNotMatch(err, /^ +at |Error:/m)
}

test('README, package.json and the table of commands name the same ones', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const inReadme = [...read('README.md').matchAll(/^(?:\| `)?npm (?:run )?([\w-]+)[^\n]*$/gm)].map(
    ([, name = '']) => name,
  )
  assert.deepEqual([...new Set(inReadme)].sort(), Object.keys(scripts).sort())
  assert.deepEqual([...names].sort(), Object.keys(scripts).sort())
  for (const name of names) assert.ok(scripts[name]?.includes(` ${commands[name].file}`), name)
})

describe('every command', { concurrency: 2 }, () => {
  /** Fails where a command takes --help for a file's name, or for nothing and does its work. */
  for (const name of names) {
    test(`${name} --help helps and does nothing else; what it does not know is a slip`, async () => {
      const [long, slip] = [await run(name, ['--help']), await run(name, ['--no-such-option'])]
      assert.deepEqual([long.code, long.err], [0, ''])
      assert.ok(long.out.startsWith(`Usage: ${commands[name].line}\n`), long.out)
      assert.equal(slip.code, 2)
      assert.equal(slip.err, `Unknown option '--no-such-option'\nUsage: ${commands[name].line}\n`)
      assert.equal(slip.out, '')
      assert.ok(!readdirSync(folder).some(file => file.startsWith('-') || file === 'mistyped'))
    })
  }

  /** Fails where admin or grow make a shop wherever they are sent. */
  const sent: [keyof typeof commands, string[]][] = [
    ['verify', []],
    ['backup', ['never.tar']],
    ['move', ['postgres://nobody@127.0.0.1:1/none']],
    ['admin', ['grant', 'a@example.com']],
    ['go-live', []],
    ['grow', ['--items', '1']],
  ]
  for (const [name, words] of sent) {
    test(`${name} with a mistyped DATA_DIR makes nothing and says so`, async () => {
      const ended = await run(name, words)
      assert.equal(ended.code, 1, ended.err)
      saysOnce(ended, /There is no shop in .*mistyped/)
      assert.ok(!readdirSync(folder).some(file => file === 'mistyped' || file.startsWith('never')))
    })
  }

  /** Fails where an option's value is read with Number() and used, or where a wrong name means nobody. */
  const slips: [keyof typeof commands, string[], RegExp][] = [
    ['admin', ['promote', 'a@example.com'], /Neither grant nor revoke/],
    ['admin', ['grant'], /Something is missing/],
    ['move', ['mysql://host/name'], /does not begin with postgres/],
    ['go-live', ['--keep-orders', '--remove-orders'], /either kept or removed/],
    ['grow', ['--items', '0'], /--items takes a whole number above 0, not '0'/],
    ['torture', ['--rounds', 'x'], /--rounds takes a whole number/],
    ['torture', ['--only', 'no such'], /No scenario has 'no such'/],
    ['bench', ['--only', 'no-such'], /There is no part 'no-such'/],
    ['shots', ['no-such'], /There is no page no-such/],
    ['start', ['now'], /Too much: now/],
  ]
  for (const [name, words, sentence] of slips) {
    test(`${name} ${words.join(' ')}: a slip`, async () => {
      const ended = await run(name, words)
      assert.equal(ended.code, 2, ended.err)
      saysOnce(ended, sentence)
      assert.ok(ended.err.endsWith(`Usage: ${commands[name].line}\n`))
    })
  }

  test('bad settings and a taken port are one sentence', async () => {
    const taken = createServer()
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    const PORT = String((taken.address() as AddressInfo).port)
    const DATA_DIR = join(folder, 'dev')
    saysOnce(await run('dev', [], { DATA_DIR, PORT }), new RegExp(`Port ${PORT} is taken`))
    taken.close()
    for (const name of ['dev', 'grow', 'verify'] as const)
      saysOnce(await run(name, [], { DATA_DIR, PORT: 'x' }), /PORT is 'x', but must be a port number/)
  })
})

/** The commands that work on a shop, each once for real, in the order in which somebody would use them. */
test('a shop is verified, grown, backed up, restored, given an admin and made live', async () => {
  const DATA_DIR = join(folder, 'shop')
  const { db } = await openShop(readConfig({ DATA_DIR }), () => undefined)
  await db.close()
  const does = async (name: keyof typeof commands, words: string[], says: RegExp, into = DATA_DIR) => {
    const { code, out, err } = await run(name, words, { DATA_DIR: into })
    assert.equal(code, 0, err)
    assert.match(out, says)
  }
  const [{ email }] = demoAccounts
  await does('grow', ['--items', '20', '--users', '10', '--orders', '30', '--reviews', '5'], /Grown in/)
  await does('verify', [], /Everything adds up/)
  await does('admin', ['grant', email], /is an admin now/)
  await does('backup', ['shop.tar'], /32 items/)
  assert.ok(existsSync(join(folder, 'shop.tar')), 'where the person is, not where npm is')
  await does('restore', ['shop.tar'], /32 items[\s\S]*Everything adds up/, join(folder, 'restored'))
  await does('restore', ['shop.tar', '--replace'], /32 items/, join(folder, 'restored'))
  await does('go-live', ['--keep-orders'], /This is a live shop now/)
})
