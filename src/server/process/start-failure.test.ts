import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, test } from 'vitest'
import { programFile } from '../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../tests/helpers/program-environment.ts'
import { FailedStart, startProcess } from '../../../tests/helpers/shop-process.ts'
import { readConfig } from '../config.ts'
import { openShop } from './open-shop.ts'
import { explainFailedStart } from './start-failure.ts'

const run = promisify(execFile)

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuckshop-start-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** The exit code is 1, and the output is one sentence: no stack trace, and no blame on the shop. */
async function refuses(dataDir: string, sentence: RegExp): Promise<void> {
  await assert.rejects(startProcess({ DATA_DIR: dataDir }), (error: unknown) => {
    assert.ok(error instanceof FailedStart)
    assert.equal(error.code, 1)
    assert.match(error.printed, sentence)
    assert.equal(error.printed.trim().split('\n').length, 1, error.printed)
    return true
  })
}

test('a DATA_DIR that is a file is refused', async () => {
  await writeFile(join(folder, 'data'), 'precious')
  await refuses(join(folder, 'data'), /DATA_DIR is not a folder/)
  assert.equal(await readFile(join(folder, 'data'), 'utf8'), 'precious')
})

/** Root can write anywhere on a disk, but not in /proc. */
test('a DATA_DIR without write permission is refused', async () => {
  const isRoot = process.getuid?.() === 0
  if (!isRoot) await chmod(folder, 0o555)
  await refuses(
    isRoot ? '/sys/tuckshop' : join(folder, 'data'),
    /is not allowed to use a file|cannot be used/,
  )
  await chmod(folder, 0o700)
})

test('for a read-only folder the shop names the setting to check', () => {
  for (const code of ['EACCES', 'EROFS', 'EPERM'])
    assert.match(explainFailedStart(Object.assign(new Error(`${code}: no`), { code })), /Check DATA_DIR/)
  for (const errcode of [8, 14])
    assert.match(
      explainFailedStart(Object.assign(new Error('no'), { errcode })),
      /Check DATABASE_URL or DATA_DIR/,
    )
})

test('a file that is not a database, or a truncated one, is refused and not changed', async () => {
  const file = join(folder, 'shop.db')
  await writeFile(file, 'x'.repeat(5000))
  await refuses(folder, /is damaged .*npm run shop -- restore/)
  assert.equal(await readFile(file, 'utf8'), 'x'.repeat(5000))
  await rm(file)
  const { db } = await openShop(readConfig({ DATA_DIR: folder }), () => undefined)
  await db.close()
  await truncate(file, 20_000)
  const before = await readFile(file)
  await refuses(folder, /is damaged .*npm run shop -- restore/)
  assert.deepEqual(await readFile(file), before)
})

test('the password of an unreachable or malformed database address is not printed', async () => {
  const addresses = [
    'postgres://shop:hidden@127.0.0.1:1/none',
    'postgres://shop:hidden%2@127.0.0.1:1/none',
    'postgres://shop:hidden@127.0.0.1:99999/none',
    'postgres://shop:hidden@[/none',
  ]
  for (const DATABASE_URL of addresses) {
    await assert.rejects(startProcess({ DATA_DIR: folder, DATABASE_URL }), (error: unknown) => {
      assert.ok(error instanceof FailedStart)
      assert.equal(error.code, 1, error.printed)
      assert.ok(!error.printed.includes('hidden'), error.printed)
      return true
    })
  }
})

test('a backup can replace a damaged database, which is moved aside', async () => {
  const [good, bad, backup] = [join(folder, 'good'), join(folder, 'bad'), join(folder, 'shop.tar')]
  const { db } = await openShop(readConfig({ DATA_DIR: good }), () => undefined)
  await db.close()
  await mkdir(bad)
  await writeFile(join(bad, 'shop.db'), 'x'.repeat(5000))
  const command = (name: 'backup' | 'restore', dataDir: string, ...words: string[]) =>
    run(process.execPath, [programFile(`scripts/${name}.ts`), ...words], {
      env: { ...programEnvironment, DATA_DIR: dataDir },
    })
  await command('backup', good, backup)
  await assert.rejects(command('restore', bad, backup), /is damaged/)
  const { stdout } = await command('restore', bad, backup, '--replace')
  assert.match(stdout, /2 users, 12 items[\s\S]*Everything adds up/)
  assert.equal(await readFile(join(bad, 'shop.db.damaged'), 'utf8'), 'x'.repeat(5000))
})
