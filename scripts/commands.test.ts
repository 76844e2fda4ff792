import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, test } from 'vitest'
import { readConfig } from '../src/server/config.ts'
import { openShop } from '../src/server/process/open-shop.ts'
import { demoAccounts } from '../src/server/store/demo-ids.ts'
import { type Ended, runProgram } from '../tests/helpers/program.ts'
import type { Command } from './command-list.mjs'
import { commands, parseArguments, shopCommands } from './commands.mjs'

type Name = keyof typeof commands

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const names = Object.keys(commands) as Name[]
const folder = mkdtempSync(join(tmpdir(), 'tuckshop-commands-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const few = ['--items', '20', '--users', '10', '--orders', '30', '--reviews', '5']

/** The environment of a user in an empty folder whose DATA_DIR does not exist. */
const programEnvironment = { PATH: process.env.PATH, INIT_CWD: folder, DATA_DIR: join(folder, 'mistyped') }

/** Runs a command the way npm does. */
const run = (name: Name, words: string[], settings: Record<string, string> = {}): Promise<Ended> =>
  runProgram('scripts/bootstrap.mjs', [commands[name].file, ...words], { ...programEnvironment, ...settings })

/** One sentence on standard error, apart from blank lines; no stack trace. */
const assertOneSentence = ({ err }: Ended, sentence: RegExp) => {
  assert.match(err, sentence)
  assert.doesNotMatch(err, /^ +at |Error:/m)
}

test('package.json and the table of commands list the same commands', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const alone = names.filter(name => !shopCommands.includes(name))
  assert.deepEqual([...alone, 'shop'].sort(), Object.keys(scripts).sort())
  for (const name of alone) assert.ok(scripts[name]?.includes(` ${commands[name].file}`), name)
  for (const name of shopCommands)
    assert.match(commands[name as Name].line, new RegExp(`^npm run shop -- ${name}\\b`))
})

/** Fails if a wrong name runs another command, or does nothing and exits with 0. */
test('npm run shop runs the named command, or lists all commands', async () => {
  const shop = (...words: string[]) =>
    runProgram('scripts/bootstrap.mjs', ['shop', ...words], programEnvironment)
  const [none, wrong, help] = [await shop(), await shop('bakcup'), await shop('verify', '--help')]
  assert.equal(none.code, 0)
  for (const name of shopCommands) assert.match(none.out, new RegExp(`^  ${name} `, 'm'))
  assert.deepEqual([wrong.code, wrong.out], [2, ''])
  assert.match(wrong.err, /^There is no command 'bakcup'\.\nUsage: npm run shop -- COMMAND/)
  assert.ok(help.out.startsWith(`Usage: ${commands.verify.line}\n`), help.out)
  assert.deepEqual(readdirSync(folder), [])
})

describe('every command', () => {
  for (const name of names) {
    const usage = `Usage: ${commands[name].line}`
    test(`${name} --help prints help, whatever the other arguments; an unknown argument is a usage error`, () => {
      for (const words of [['--help'], ['-h'], ['--no-such-option', 'x', '--help']])
        assert.ok(parseArguments(name, words).help?.startsWith(`${usage}\n`), words.join(' '))
      if ((commands[name] as Command).passesOn) return
      assert.deepEqual(parseArguments(name, ['--no-such-option']), {
        usageError: `Unknown option '--no-such-option'\n${usage}`,
      })
      const { words: [, most] = [0, 0] }: Command = commands[name]
      const words = Array.from({ length: most + 1 }, (_, n) => `word-${n}`)
      assert.deepEqual(parseArguments(name, words), {
        usageError: `Too many arguments: word-${most}\n${usage}`,
      })
    })
  }

  /** Fails if a command takes --help for a file name, or ignores it and does its work. */
  test('prints help before it does anything else', async () => {
    const [help, usageError] = await Promise.all([
      run('backup', ['--help']),
      run('backup', ['--no-such-option']),
    ])
    const usage = `Usage: ${commands.backup.line}\n`
    assert.deepEqual([help.code, help.err], [0, ''])
    assert.ok(help.out.startsWith(usage), help.out)
    assert.deepEqual(usageError, { code: 2, out: '', err: `Unknown option '--no-such-option'\n${usage}` })
    assert.deepEqual(readdirSync(folder), [])
  })

  /** Fails if admin or grow create a shop in any folder. */
  const sent: [Name, string[]][] = [
    ['verify', []],
    ['backup', ['never.tar']],
    ['move', ['postgres://nobody@127.0.0.1:1/none']],
    ['admin', ['grant', 'a@example.com']],
    ['content', ['import', 'shop.json']],
    ['go-live', []],
    ['grow', few],
  ]
  for (const [name, words] of sent) {
    test(`${name} with a mistyped DATA_DIR creates nothing and says so`, async () => {
      const ended = await run(name, words)
      assert.equal(ended.code, 1, ended.err)
      assertOneSentence(ended, /There is no shop in .*mistyped/)
      assert.deepEqual(readdirSync(folder), [])
    })
  }

  /** Fails if the value of an option is converted with Number() without a check. */
  const usageErrors: [Name, string[], RegExp][] = [
    ['admin', ['grant'], /^An argument is missing/],
    ['grow', ['--items', '0'], /^--items takes a whole number above 0, not '0'/],
    ['torture', ['--rounds', 'x'], /^--rounds takes a whole number/],
    ['torture', ['--seed', '1e3'], /^--seed takes a whole number/],
  ]
  for (const [name, words, sentence] of usageErrors) {
    test(`${name} ${words.join(' ')}: usage error`, () => {
      assert.match(parseArguments(name, words).usageError ?? '', sentence)
    })
  }

  /** Fails if an unknown name is silently ignored. */
  const unknown: [Name, string[], RegExp][] = [
    ['admin', ['promote', 'a@example.com'], /Say grant, revoke, reset-factors or erase, not promote/],
    ['content', ['save', 'shop.json'], /Say export or import, not save/],
    ['move', ['mysql://host/name'], /does not begin with postgres/],
    ['move', [], /Choose one: an address, or --pictures/],
    ['move', ['--pictures'], /set IMAGE_HOST=s3 and S3_BUCKET first/],
    ['go-live', ['--keep-orders', '--remove-orders'], /either kept or removed/],
    ['torture', ['--only', 'no such'], /No scenario of this run has 'no such'/],
    ['bench', ['--only', 'no-such'], /There is no part 'no-such'/],
    ['shots', ['no-such'], /There is no page no-such/],
  ]
  for (const [name, words, sentence] of unknown) {
    test(`${name} ${words.join(' ')}: nothing changes`, async () => {
      const ended = await run(name, words)
      assert.equal(ended.code, 2, ended.err)
      assertOneSentence(ended, sentence)
      assert.ok(ended.err.endsWith(`Usage: ${commands[name].line}\n`))
      assert.deepEqual(readdirSync(folder), [])
    })
  }

  test('bad settings and a taken port are each reported in one sentence', async () => {
    const taken = createServer()
    await once(taken.listen(0, '127.0.0.1'), 'listening')
    const PORT = String((taken.address() as AddressInfo).port)
    const DATA_DIR = join(folder, 'dev')
    const dev = await run('dev', [], { DATA_DIR, PORT })
    assert.equal(dev.code, 1)
    assertOneSentence(dev, new RegExp(`Port ${PORT} is taken`))
    taken.close()
    for (const name of ['dev', 'grow', 'verify'] as const)
      assertOneSentence(
        await run(name, [], { DATA_DIR, PORT: 'x' }),
        /PORT is 'x', but must be a port number/,
      )
  })
})

/** Runs every command that works on a shop once, in the usual order. */
test('a shop is verified, grown, backed up, restored, given an admin and made live', async () => {
  const DATA_DIR = join(folder, 'shop')
  const { db } = await openShop(readConfig({ DATA_DIR }), () => undefined)
  await db.close()
  const does = async (name: Name, words: string[], says: RegExp, into = DATA_DIR) => {
    const { code, out, err } = await run(name, words, { DATA_DIR: into })
    assert.equal(code, 0, err)
    assert.match(out, says)
  }
  const [{ email }] = demoAccounts
  await does('grow', few, /Grown in/)
  await does('verify', [], /Everything adds up/)
  await does('admin', ['grant', email], /is now an admin/)
  await does('admin', ['reset-factors', email], /no longer has passkeys or codes/)
  await does('admin', ['erase', email], new RegExp(`${email} is erased\\. Paid orders`))
  await does('content', ['export', 'content.json'], /It has no uploaded pictures or media/)
  const exported = join(folder, 'content.json')
  writeFileSync(exported, readFileSync(exported, 'utf8').replace('"name": "Tuckshop"', '"name": "Atelier"'))
  await does('content', ['import', 'content.json'], /The shop shows this content now \(version 2; 0 files/)
  await does('content', ['import', 'content.json'], /The shop has this content already \(version 2\)/)
  writeFileSync(exported, '{')
  const refused = await run('content', ['import', 'content.json'], { DATA_DIR })
  assert.equal(refused.code, 1)
  assert.match(refused.err, /^content\.json is not valid JSON: .*\.\nNothing was changed\.\n$/)
  await does('backup', ['shop.tar'], /32 items/)
  assert.ok(existsSync(join(folder, 'shop.tar')), 'where the person is, not where npm is')
  const restored = join(folder, 'restored')
  await does('restore', ['shop.tar'], /32 items[\s\S]*Everything adds up/, restored)
  await does('restore', ['shop.tar', '--replace'], /32 items/, restored)
  await does('go-live', ['--keep-orders'], /This is now a live shop/)
})
