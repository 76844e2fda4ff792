import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { onBothEngines } from '../../../../tests/helpers/shop.ts'
import { prepared } from './prepared.ts'

const cheaperThan = prepared({ minor: 0, limit: 0 }, (db, { minor, limit }) =>
  db
    .selectFrom('items')
    .select(['name', 'price_minor'])
    .where('price_minor', '<', minor)
    .where('must_quantity', '=', 1)
    .orderBy('price_minor')
    .limit(limit),
)

onBothEngines('a prepared query uses the values of each call', async shop => {
  for (const [name, price] of [
    ['a', 10],
    ['b', 20],
    ['c', 30],
  ] as const)
    await shop.item({ name, price })
  const names = async (minor: number, limit: number) =>
    (await cheaperThan(shop.deps.db.read, { minor, limit })).rows.map(row => row.name)
  assert.deepEqual(await names(2500, 10), ['a', 'b'])
  assert.deepEqual(await names(9900, 1), ['a'])
  assert.deepEqual(await Promise.all([names(1500, 10), names(3500, 10)]), [['a'], ['a', 'b', 'c']])
})

/** Without isOutdatedPlan (PostgreSQL) and the check of the columns (SQLite), errors and values under old names persist. */
onBothEngines('prepared queries survive a table change by a later version of the shop', async shop => {
  const { db } = shop.deps
  await shop.item({ name: 'Before' })
  const items = prepared({}, from => from.selectFrom('items').selectAll())
  const all = async () => (await items(db.read, {})).rows
  const allLocked = () => db.write(async tx => (await items(tx, {})).rows)
  const asked = () => Promise.all(Array.from({ length: 12 }, all))
  await asked()
  await allLocked()
  await db.write(tx => sql`alter table items add column colour text`.execute(tx))
  assert.ok((await asked()).flat().every(row => 'colour' in row))
  assert.ok((await allLocked()).every(row => 'colour' in row))
  await db.write(async tx => {
    await sql`alter table items add column weight integer default 7`.execute(tx)
    await sql`alter table items drop column colour`.execute(tx)
  })
  assert.ok((await asked()).flat().every(row => 'weight' in row && row.weight === 7))
})

onBothEngines('a finished transaction runs no more queries', async shop => {
  const { db } = shop.deps
  const [late] = await db.write(async tx => [tx])
  assert.ok(late)
  await assert.rejects(late.selectFrom('items').selectAll().execute(), /is over/)
})
