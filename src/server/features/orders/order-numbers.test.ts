import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { emptyPlace, engines } from '../../../../tests/helpers/databases.ts'
import { onBothEngines } from '../../../../tests/helpers/shop.ts'
import { restoreBackup } from '../../backup/restore.ts'
import { takeBackup } from '../../backup/take.ts'
import { readConfig } from '../../config.ts'
import { migrate, migrateTo } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import * as timeline from '../../store/timeline.ts'

/**
 * Fails on PostgreSQL with the highest number and one more, as SQLite takes it. Everybody orders something else: who
 * orders the same waits for each other anyway.
 */
onBothEngines('50 orders at once get 50 numbers', async shop => {
  const buyers = await Promise.all(
    Array.from({ length: 10 }, async () => ({ item: await shop.item(), person: await shop.customer() })),
  )
  const placed = await Promise.all(
    buyers.flatMap(({ item, person }) => Array.from({ length: 5 }, () => person.order(item))),
  )
  const numbers = placed.map(answer => answer.json<{ number: string }>().number)
  assert.equal(new Set(numbers).size, 50)
  for (const number of numbers) assert.match(number, /^T-1\d{3}$/)
})

onBothEngines('the same order asked for twice has one number', async shop => {
  const item = await shop.item()
  const ann = await shop.customer()
  const place = async () =>
    (await ann.order(item, 1, {}, { 'idempotency-key': 'k' })).json<{ number: string }>().number
  assert.equal(await place(), await place())
})

const folder = new URL('../../db/migrations/', import.meta.url)

interface Old {
  paidAt?: number
  refundedAt?: number
  removedAt?: number
}

const insertOld = (
  id: string,
  { paidAt, refundedAt, removedAt }: Old = {},
) => sql`insert into bookings (id, user_id, item_id, item_name,
    owner_name, email, mobile_number, address, quantity, unit_price_cents, total_cents, created_at, held_until, paid_at,
    refunded_at, refunded_cents, removed_at)
  values (${id}, 'u', 'i', 'Tray', 'Zoë Élan', 'z@example.com', '1', 'a', 1, 100, 100, 5, 6, ${paidAt ?? null},
    ${refundedAt ?? null}, ${refundedAt ? 100 : 0}, ${removedAt ?? null})`

const old: Record<string, Old> = { c: {}, a: { removedAt: 9 }, b: { paidAt: 7, refundedAt: 8 } }

/** Fails without each of the inserts into order_events of migration 0017. */
for (const engine of engines)
  test(`orders of an earlier version are numbered in the order of their ids [${engine}]`, async () => {
    const place = await emptyPlace(engine)
    const db = await openDatabase(readConfig(place.environment), () => undefined)
    const stems = (await readdir(folder)).map(file => file.split('.')[0] ?? '').filter(stem => stem < '0016')
    await db.write(async tx => {
      await migrateTo(tx, engine, stems)
      await sql`insert into users (id, email, display_name, created_at) values ('u', 'z@example.com', 'Z', 1)`.execute(
        tx,
      )
      await sql`insert into items (id, name, description, price_cents, photo_url, must_quantity, stocked_quantity,
          available_quantity, created_at) values ('i', 'Tray', 'Oak', 100, '/x.webp', 1, 9, 6, 0)`.execute(tx)
      for (const [id, moments] of Object.entries(old)) await insertOld(id, moments).execute(tx)
    })
    await migrate(db)
    await db.write(tx => insertOld('d').execute(tx))
    const rows = await db.read
      .selectFrom('bookings')
      .select(['id', 'number', 'name_key'])
      .orderBy('id')
      .execute()
    assert.deepEqual(
      rows.map(({ id, number }) => [id, number]),
      [
        ['a', 1001],
        ['b', 1002],
        ['c', 1003],
        ['d', 1004],
      ],
    )
    assert.equal(rows[0]?.name_key, 'zoe elan')
    const told = async (id: string) =>
      (await timeline.list(db.read, { id, created_at: 5 })).map(({ at, what }) => [Date.parse(at), what])
    assert.deepEqual(await told('a'), [
      [5, 'placed'],
      [9, 'removed'],
    ])
    assert.deepEqual(await told('b'), [
      [5, 'placed'],
      [7, 'paid'],
      [8, 'refunded'],
    ])
    assert.deepEqual(await told('c'), [[5, 'placed']])
    await db.close()
    await place.remove()
  })

/** Without continueNumbers() PostgreSQL gives the first number again. */
onBothEngines('a restored shop goes on with its numbers, and has its timelines', async shop => {
  const ann = await shop.customer()
  const item = await shop.item()
  const { _id } = (await ann.order(item)).json<{ _id: string }>()
  await ann.order(item)
  await shop.deps.db.write(tx => timeline.add(tx, _id, { at: 9, what: 'payment_opened', who: 'customer' }))
  const file = join(shop.deps.config.dataDir, 'shop.tar')
  await takeBackup(shop.deps.config, file)
  const place = await emptyPlace(shop.engine)
  const config = readConfig({ SHOP_MODE: 'live', ...place.environment })
  await restoreBackup(config, file, { replace: false })
  const db = await openDatabase(config, () => undefined)
  const row = await db.read.selectFrom('bookings').selectAll().where('id', '=', _id).executeTakeFirstOrThrow()
  const [story, original] = await Promise.all(
    [db.read, shop.deps.db.read].map(read => timeline.list(read, row)),
  )
  assert.deepEqual(story, original)
  assert.equal(story?.length, 2)
  const { number: _, ...rest } = row
  await db.write(tx =>
    tx
      .insertInto('bookings')
      .values({ ...rest, id: 'later', idempotency_key: null })
      .execute(),
  )
  const { number } = await db.read
    .selectFrom('bookings')
    .select('number')
    .where('id', '=', 'later')
    .executeTakeFirstOrThrow()
  assert.equal(number, 1003)
  await db.close()
  await place.remove()
})
