import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, test } from 'vitest'
import { programFile } from '../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../tests/helpers/program-environment.ts'
import { readConfig } from '../config.ts'
import { openShop } from '../process/open-shop.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuckshop-books-'))
  const { db } = await openShop(readConfig({ SHOP_MODE: 'demo', DATA_DIR: folder }), () => undefined)
  await db.close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command on the demo shop in the folder; returns its exit code and output. */
function run(
  command: 'admin' | 'verify',
  ...words: string[]
): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [programFile(`scripts/${command}.ts`), ...words], {
    env: { ...programEnvironment, SHOP_MODE: 'demo', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      said += chunk
    })
  return new Promise(resolve => child.once('close', code => resolve({ code, said })))
}

const inTheShop = (sql: string) => {
  const database = new DatabaseSync(join(folder, 'shop.db'))
  database.exec(sql)
  database.close()
}

/** Fails if broken books exit with 0: a nightly check would notice nothing. */
test('verify exits with 0 for good books, and with an error for broken ones', async () => {
  const good = await run('verify')
  assert.deepEqual([good.code, /Everything adds up/.test(good.said)], [0, true], good.said)
  inTheShop(
    'update items set available_quantity = available_quantity - 1 where id = (select min(id) from items)',
  )
  const broken = await run('verify')
  assert.equal(broken.code, 1, broken.said)
  assert.match(broken.said, /free \+ \d+ held or sold, but \d+ stocked/)
  assert.match(broken.said, /1 broken\./)
  assert.doesNotMatch(broken.said, /Everything adds up/)
})

/** Fails if the command reports success although there is no other admin. */
test('the command does not revoke the last admin', async () => {
  const refused = await run('admin', 'revoke', 'Admin@Tuckshop.example')
  assert.equal(refused.code, 1, refused.said)
  assert.match(refused.said, /last admin and keeps the role/)
  const granted = await run('admin', 'grant', 'user@tuckshop.example')
  assert.deepEqual([granted.code, /is now an admin/.test(granted.said)], [0, true], granted.said)
  const revoked = await run('admin', 'revoke', 'admin@tuckshop.example')
  assert.deepEqual([revoked.code, /no longer an admin/.test(revoked.said)], [0, true], revoked.said)
})
