import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { test } from 'vitest'
import { eventually } from '../../../../tests/helpers/card-shop.ts'
import { engines } from '../../../../tests/helpers/databases.ts'
import { openShopAt, openTestShop, type TestShop } from '../../../../tests/helpers/shop.ts'
import { canMountDisk, type SmallDisk, smallDisk } from '../../../../tests/helpers/small-disk.ts'
import type { Database } from './database.ts'

type Disk = Pick<SmallDisk, 'fill' | 'free'>

/**
 * Fails if db/engine/faults.ts does not count code 13 (full) and class 53 as outages: the visitor gets an internal error
 * without Retry-After. If the health check only reads, it stays at 200.
 */
async function testFullDisk(shop: TestShop, disk: Disk): Promise<void> {
  const { db } = shop.deps
  const item = await shop.item({ availableQuantity: 1000 })
  const customers = await Promise.all(Array.from({ length: 30 }, () => shop.customer()))
  assert.equal((await shop.call({ url: '/api/health' })).statusCode, 200)
  await disk.fill()
  const address = 'x'.repeat(200)
  const attempts = await Promise.all(
    customers.flatMap(customer => [1, 2, 3, 4, 5].map(() => customer.order(item, 1, { address }))),
  )
  const [placed, refused] = [201, 503].map(status => attempts.filter(answer => answer.statusCode === status))
  assert.equal((placed?.length ?? 0) + (refused?.length ?? 0), attempts.length)
  assert.ok(refused && refused.length > 0, 'the disk was full at some point')
  for (const answer of refused)
    assert.deepEqual([answer.json().code, answer.headers['retry-after']], ['unavailable', '2'])
  const kept = (await db.read.selectFrom('orders').select('id').execute()).map(row => row.id).sort()
  assert.deepEqual(
    kept,
    placed?.map(answer => answer.json()._id).sort(),
    'exactly the confirmed orders are stored',
  )
  for (const url of ['/api/items', `/api/items/${item._id}`])
    assert.equal((await shop.call({ url })).statusCode, 200, url)
  for (const _ of ['by a trial', 'from memory']) {
    const unwell = await shop.call({ url: '/api/health' })
    assert.deepEqual([unwell.statusCode, unwell.headers['retry-after']], [503, '2'])
  }
  await disk.free()
  // No orders arrive meanwhile: an unhealthy shop gets no traffic.
  const isWell = async () => (await shop.call({ url: '/api/health' })).statusCode === 200
  await eventually(isWell, 'health to come back by itself')
  assert.deepEqual(await db.read.selectFrom('write_probes').selectAll().execute(), [])
  assert.equal((await customers[0]?.order(item))?.statusCode, 201)
}

const title =
  'a full disk: reads work, writes get a 503 and leave nothing half done, and free space is enough to recover'

for (const engine of engines)
  test.runIf(await canMountDisk())(`${title} [${engine}]`, async t => {
    const disk = await smallDisk(engine)
    assert.ok(disk)
    const shop = await openShopAt(disk, engine)
    t.onTestFinished(async () => {
      await shop.close()
      await disk.remove()
    })
    await testFullDisk(shop, disk)
  })

const limitPages = (db: Database, most: number) =>
  db.write(tx => sql`pragma max_page_count = ${sql.lit(most)}`.execute(tx))

async function pagesOf({ read }: Database): Promise<number> {
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(read)
  return rows[0]?.page_count ?? 0
}

test('a file that must not grow behaves like a full disk', async t => {
  const shop = await openTestShop('sqlite')
  t.onTestFinished(() => shop.close())
  const { db } = shop.deps
  await testFullDisk(shop, {
    fill: async () => void (await limitPages(db, await pagesOf(db))),
    free: async () => void (await limitPages(db, 1_000_000)),
  })
})
