import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { emptyDatabase, engines, type TestDatabase } from '../../../tests/helpers/databases.ts'
import { programFile } from '../../../tests/helpers/program.ts'
import { programEnvironment } from '../../../tests/helpers/program-environment.ts'
import { onBothEngines, openTestShop } from '../../../tests/helpers/shop.ts'
import { readConfig } from '../config.ts'
import { DataRefused } from '../db/data-dir.ts'
import type { Database } from '../db/engine/database.ts'
import type { Writing } from '../db/schema/tables.ts'
import { addDemoAccounts } from '../demo/fill.ts'
import { openShop } from '../process/open-shop.ts'
import { removeOrders } from './demo-data.ts'
import { rememberMode } from './shop-mode.ts'

const run = promisify(execFile)

const opened = async ({ environment }: TestDatabase, mode?: string) =>
  openShop(readConfig({ ...environment, ...(mode && { SHOP_MODE: mode }) }), () => undefined)

/** The message of a refused start in this mode; undefined if it succeeds. */
async function refusal(database: TestDatabase, mode?: string): Promise<string | undefined> {
  try {
    const { db } = await opened(database, mode)
    await db.close()
    return undefined
  } catch (error) {
    assert.ok(error instanceof DataRefused, String(error))
    return error.message
  }
}

async function countsOf({ read }: Database): Promise<number[]> {
  const rows = await Promise.all([
    read.selectFrom('users').select('id').execute(),
    read.selectFrom('items').select('id').execute(),
    read.selectFrom('reviews').select('id').execute(),
  ])
  return rows.map(({ length }) => length)
}

/** The state that earlier versions left: the same rows without a recorded mode. */
const forget = (tx: Writing) => tx.deleteFrom('shop_mode').execute()

for (const engine of engines) {
  /** Without a recorded mode, the first start without SHOP_MODE would add the demo's admin to a live shop. */
  test(`data stays in the mode of its first start [${engine}]`, async () => {
    const [live, demo] = [await emptyDatabase(engine), await emptyDatabase(engine)]
    assert.equal(await refusal(live, 'live'), undefined)
    assert.match((await refusal(live)) ?? '', /live shop’s.*SHOP_MODE=live/)
    assert.match((await refusal(live, 'demo')) ?? '', /never becomes a demo/)
    const { db } = await opened(live, 'live')
    assert.deepEqual(await countsOf(db), [0, 0, 0])
    await db.close()
    assert.equal(await refusal(demo), undefined)
    assert.match((await refusal(demo, 'live')) ?? '', /demo’s.*npm run shop -- go-live/)
    assert.equal(await refusal(demo, 'demo'), undefined)
    await Promise.all([live.remove(), demo.remove()])
  })

  test(`the mode of an earlier version's data is derived from its contents [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const { db } = await opened(database, 'live')
    const insert = (id: string) =>
      db.write(tx =>
        tx
          .insertInto('users')
          .values({ id, email: `${id}@example.com`, display_name: 'x', created_at: 1 } as never)
          .execute(),
      )
    await db.write(forget)
    assert.equal(await refusal(database), undefined, 'empty data can become either')
    await db.write(forget)
    await db.write(async tx => {
      await removeOrders(tx, Date.now())
      for (const table of ['reviews', 'profiles', 'stock_changes', 'users'] as const)
        await tx.deleteFrom(table).execute()
    })
    assert.match((await refusal(database)) ?? '', /live shop’s/, 'items alone count as data')
    await db.write(tx => tx.deleteFrom('items').execute())
    await insert('ann')
    assert.match((await refusal(database)) ?? '', /live shop’s/, 'data without demo accounts is live')
    assert.equal(await refusal(database, 'live'), undefined)
    await db.write(forget)
    await addDemoAccounts(db, { hash: async () => 'x' } as never)
    assert.match(
      (await refusal(database, 'live')) ?? '',
      /npm run shop -- go-live/,
      'data with demo accounts is a demo',
    )
    await db.write(tx => tx.updateTable('users').set({ removed_at: 1 }).execute())
    assert.equal(await refusal(database, 'live'), undefined, 'not after the demo accounts were removed')
    await db.close()
    await database.remove()
  })

  /** Fails if the mode is checked after migrating: a refused start would already have changed the tables. */
  test(`a start in the other mode changes nothing, even when both start concurrently [${engine}]`, async t => {
    const database = await emptyDatabase(engine)
    const { db, config } = await opened(database, 'live')
    t.onTestFinished(async () => {
      await db.close()
      await database.remove()
    })
    const names = () => db.read.selectFrom('migrations').select('name').orderBy('name').execute()
    const last = (await names()).at(-1)?.name ?? ''
    await db.write(tx => tx.deleteFrom('migrations').where('name', '=', last).execute())
    const before = await names()
    assert.match((await refusal(database, 'demo')) ?? '', /live shop’s/)
    assert.deepEqual(await names(), before)
    await assert.rejects(
      rememberMode(db, { ...config, mode: 'demo' }),
      DataRefused,
      'the later one is refused',
    )
    assert.deepEqual(await db.read.selectFrom('shop_mode').select('mode').execute(), [{ mode: 'live' }])
  })
}

type Command = 'admin' | 'backup' | 'go-live' | 'verify'

const command = (database: TestDatabase, name: Command, ...words: string[]) =>
  run(process.execPath, [programFile(`scripts/${name}.ts`), ...words], {
    env: { ...programEnvironment, ...database.environment },
  })

/** Fails if scripts/admin.ts calls openShop(): that adds two users, one of them an admin with a public password. */
onBothEngines('the admin command only grants the role, whatever SHOP_MODE is', async shop => {
  const { db, config } = shop.deps
  const ann = await shop.customer()
  await db.write(async tx => {
    await tx.deleteFrom('stock_changes').execute()
    await tx.deleteFrom('items').execute()
  })
  const before = await countsOf(db)
  const environment = {
    DATA_DIR: config.dataDir,
    ...(config.databaseUrl && { DATABASE_URL: config.databaseUrl }),
  }
  const database = { environment } as TestDatabase
  const { stdout } = await command(database, 'admin', 'grant', ann.email)
  assert.match(stdout, /is now an admin/)
  assert.deepEqual(await countsOf(db), before)
  assert.equal((await ann.call('GET', `/api/admin/${ann.email}`)).json().admin, true)
})

for (const engine of engines) {
  test(`commands on an empty database fail and create nothing [${engine}]`, async () => {
    const database = await emptyDatabase(engine)
    const folder = join(database.environment.DATA_DIR, 'mistyped')
    const elsewhere = { ...database, environment: { ...database.environment, DATA_DIR: folder } }
    const commands: [Command, ...string[]][] = [
      ['admin', 'grant', 'ann@example.com'],
      ['verify'],
      ['go-live'],
      ['backup', join(database.environment.DATA_DIR, 'x.tar')],
    ]
    await Promise.all(
      commands.map(([name, ...words]) =>
        assert.rejects(command(elsewhere, name, ...words), (error: { code: number; stderr: string }) => {
          assert.match(error.stderr, /^\nThere is no shop in .*\n\n$/, name)
          return error.code === 1
        }),
      ),
    )
    assert.deepEqual(await readdir(database.environment.DATA_DIR), [])
    const { db } = await opened(database, 'live')
    assert.deepEqual(await countsOf(db), [0, 0, 0])
    await db.close()
    await database.remove()
  })
}

test('a demo that others can reach warns its admin', async () => {
  const shop = await openTestShop('sqlite', { SHOP_MODE: 'demo', HOST: '0.0.0.0' })
  assert.equal((await shop.call({ url: '/api/auth/options' })).json().openDemo, true)
  await shop.close()
  const closed = await openTestShop('sqlite', { SHOP_MODE: 'demo' })
  assert.equal((await closed.call({ url: '/api/auth/options' })).json().openDemo, false)
  await closed.close()
})
