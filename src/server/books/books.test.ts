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

/** Runs a command on the demo shop in the folder; answers how it ended and all that it said. */
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

/** Fails where broken books end well: a watchman who runs it every night hears nothing. */
test('verify ends well with good books, and badly with broken ones', async () => {
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

/** Fails where the command says that the role is gone although nobody else has it. */
test('the last admin cannot be taken away from the shell', async () => {
  const refused = await run('admin', 'revoke', 'Admin@Tuckshop.example')
  assert.equal(refused.code, 1, refused.said)
  assert.match(refused.said, /last admin and keeps the role/)
  const granted = await run('admin', 'grant', 'user@tuckshop.example')
  assert.deepEqual([granted.code, /is an admin now/.test(granted.said)], [0, true], granted.said)
  const revoked = await run('admin', 'revoke', 'admin@tuckshop.example')
  assert.deepEqual([revoked.code, /no longer an admin/.test(revoked.said)], [0, true], revoked.said)
})
