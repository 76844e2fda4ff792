import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Item } from '#contract/items.ts'
import type { Customer } from '../../../tests/helpers/customers.ts'
import {
  type EngineName,
  emptyDatabase,
  engines,
  type TestDatabase,
} from '../../../tests/helpers/databases.ts'
import { giveFactors } from '../../../tests/helpers/factors.ts'
import { onBothEngines, type TestShop, withoutPooler } from '../../../tests/helpers/shop.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { DataRefused } from '../db/data-dir.ts'
import type { Writing } from '../db/schema/tables.ts'
import type { Deps } from '../deps.ts'
import { openShop } from '../process/open-shop.ts'
import { Refused } from './archive.ts'
import { type Contents, contentsOf } from './contents.ts'
import { restoreBackup } from './restore.ts'
import { takeBackup } from './take-backup.ts'

const configOf = (database: TestDatabase) =>
  readConfig({ SHOP_MODE: 'live', LOG_LEVEL: 'fatal', ...database.environment })

const fileBeside = (shop: TestShop) => join(shop.deps.config.dataDir, 'shop.tar')

async function storePicture(shop: TestShop): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}-960.webp`
  await mkdir(join(shop.deps.config.dataDir, 'images'), { recursive: true })
  await writeFile(join(shop.deps.config.dataDir, 'images', name), randomBytes(2000))
  return name
}

/** A restore adds an entry to the audit log of the restored shop. */
const withoutLog = ({ audit_log: _, audit_chain: __, ...others }: Contents): Contents => others

/** Opens the restored data the way a start does, and runs a check on it. */
async function withRestored<T>(database: TestDatabase, look: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = await openShop(configOf(database), () => undefined)
  return look(deps).finally(() => deps.db.close())
}

async function withNewDatabase(
  engine: EngineName,
  work: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const database = await emptyDatabase(engine)
  await work(database).finally(() => database.remove())
}

/** Customers who order until the test stops them. */
function traffic(customers: Customer[], item: Item) {
  const acknowledged: string[] = []
  let goOn = true
  const buying = customers.map(async customer => {
    while (goOn) {
      const order = await customer.order(item)
      if (order.statusCode !== 201) await customer.call('DELETE', `/api/myBooking/${acknowledged[0]}`)
      else acknowledged.push(order.json()._id)
    }
  })
  const stop = () => {
    goOn = false
    return Promise.all(buying)
  }
  return { acknowledged, stop }
}

/** An unused verification and an unused link, and a person who is signing in with Google right now. */
async function addUnfinishedSignIns(tx: Writing, email: string): Promise<void> {
  const { id } = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  await tx.insertInto('proofs').values({ proof_hash: 'x', user_id: id, expires_at: 9e12 }).execute()
  const link = { secret_hash: 'x', user_id: id, purpose: 'reset' as const, expires_at: 9e12 }
  await tx.insertInto('mailed_links').values(link).execute()
  const flow = { state_hash: 'x', provider: 'google', code_verifier: 'x', nonce: 'x', next_path: '/' }
  await tx
    .insertInto('sign_in_flows')
    .values({ ...flow, expires_at: 9e12 })
    .execute()
  await giveFactors(tx, id)
}

/** Without BEGIN in openSqliteSnapshot, or with READ COMMITTED on PostgreSQL, orders and stock do not match. */
onBothEngines('a backup taken under load restores into either engine, and the books balance', async shop => {
  const picture = await storePicture(shop)
  const item = await shop.item({ availableQuantity: 100_000 })
  const customers = await Promise.all(Array.from({ length: 6 }, () => shop.customer()))
  const busy = traffic(customers, item)
  while (busy.acknowledged.length < 40) await new Promise(resolve => setImmediate(resolve))
  const before = [...busy.acknowledged]
  await shop.deps.db.write(tx => addUnfinishedSignIns(tx, customers[0]?.email ?? ''))
  const manifest = await takeBackup(shop.deps.config, fileBeside(shop))
  await busy.stop()
  assert.ok((manifest.tables.orders?.rows ?? 0) >= before.length)
  assert.deepEqual(
    await readdir(shop.deps.config.dataDir).then(names => names.filter(n => n.endsWith('.part'))),
    [],
  )
  for (const engine of engines) {
    await withNewDatabase(engine, async database => {
      const { broken } = await restoreBackup(configOf(database), fileBeside(shop), { replace: false })
      assert.deepEqual(broken, [])
      await withRestored(database, async deps => {
        const { sessions, proofs, mailed_links, sign_in_flows, ...others } = withoutLog(
          await contentsOf(deps.db.read),
        )
        const {
          sessions: taken,
          proofs: proven,
          mailed_links: sent,
          sign_in_flows: begun,
          ...wanted
        } = withoutLog(manifest.tables)
        assert.deepEqual(others, wanted)
        const restores = await deps.db.read
          .selectFrom('audit_log')
          .select('n')
          .where('what', '=', 'shop_restored')
          .execute()
        assert.deepEqual(restores, [{ n: (manifest.tables.audit_log?.rows ?? 0) + 1 }])
        assert.deepEqual([taken?.rows, proven?.rows, sent?.rows, begun?.rows], [customers.length, 1, 1, 1])
        assert.deepEqual(
          [sessions?.rows, proofs?.rows, mailed_links?.rows, sign_in_flows?.rows],
          [0, 0, 0, 0],
        )
        const kept = await deps.db.read.selectFrom('orders').select('id').execute()
        const ids = new Set(kept.map(({ id }) => id))
        assert.deepEqual(
          before.filter(id => !ids.has(id)),
          [],
        )
        const app = buildApp(deps)
        const me = await app.inject({
          url: '/api/auth/me',
          headers: { authorization: `Bearer ${customers[0]?.token}` },
        })
        assert.equal(me.statusCode, 401, 'who was signed in signs in again')
        const bytes = (await app.inject({ url: `/images/${picture}` })).rawPayload
        assert.deepEqual(bytes, await readFile(join(shop.deps.config.dataDir, 'images', picture)))
        await app.close()
      })
    })
  }
})

onBothEngines(
  'a file that is truncated, altered or not a backup is refused, and nothing changes',
  async shop => {
    await storePicture(shop)
    await shop.item()
    const good = fileBeside(shop)
    await takeBackup(shop.deps.config, good)
    const whole = await readFile(good)
    const bad = `${good}.bad`
    await withNewDatabase(shop.engine, async database => {
      const refuses = (pattern: RegExp) =>
        assert.rejects(
          restoreBackup(configOf(database), bad, { replace: true }),
          error => error instanceof Refused && pattern.test(error.message),
        )
      await refuses(/There is no file/)
      for (const length of [0, 100, 512, 700, whole.length - 4000, whole.length - 1500]) {
        await copyFile(good, bad)
        await truncate(bad, length)
        await refuses(/cut off|is missing/)
      }
      await writeFile(bad, 'x'.repeat(5000))
      await refuses(/not a backup/)
      const place1 = whole.indexOf('Test Tray')
      await writeFile(
        bad,
        Buffer.concat([whole.subarray(0, place1), Buffer.from('Best'), whole.subarray(place1 + 4)]),
      )
      await refuses(/do not match their checksum/)
      await writeFile(bad, Buffer.from(whole.toString('latin1').replace('0100_shop', '9100_shop'), 'latin1'))
      await refuses(/later version/)
      assert.deepEqual(await readdir(database.environment.DATA_DIR), [])
    })
  },
)

withoutPooler('a shop is replaced only when that was asked for, and not while it runs', async shop => {
  await shop.item({ name: 'Old' })
  await takeBackup(shop.deps.config, fileBeside(shop))
  await withNewDatabase(shop.engine, async database => {
    const restore = (replace: boolean) => restoreBackup(configOf(database), fileBeside(shop), { replace })
    const names = () =>
      withRestored(database, async ({ db }) =>
        (await db.read.selectFrom('items').select('name').execute()).map(i => i.name),
      )
    await restore(false)
    await withRestored(database, ({ db }) =>
      db.write(tx => tx.updateTable('items').set({ name: 'New' }).execute()),
    )
    await assert.rejects(restore(false), /already.*--replace/)
    assert.deepEqual(await names(), ['New'])
    await withRestored(database, async ({ db }) => {
      await db.read.selectFrom('items').selectAll().execute()
      await assert.rejects(
        restore(true),
        (error: unknown) => error instanceof Refused || error instanceof DataRefused,
      )
    })
    await restore(true)
    assert.deepEqual(await names(), ['Old'])
  })
})

/** Without refuseOtherThanFile() the backup replaces the link. */
onBothEngines('a backup replaces only an older backup', async shop => {
  const { dataDir } = shop.deps.config
  const file = fileBeside(shop)
  await takeBackup(shop.deps.config, file)
  await takeBackup(shop.deps.config, file)
  await symlink(file, `${file}.link`)
  for (const odd of [`${file}.link`, dataDir])
    await assert.rejects(takeBackup(shop.deps.config, odd), /is not a file/)
  await assert.rejects(takeBackup(shop.deps.config, join(dataDir, 'no/x.tar')), /could not be written/)
  assert.equal((await readdir(dataDir)).filter(name => name.includes('.part')).length, 0)
})
