import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { emptyPlace, engines } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import { brokenInvariants } from './invariants.ts'
import { migrate, migrateTo } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Writing } from './tables.ts'

const user = { id: 'u1', email: 'ann@example.com', display_name: 'Ann', password_hash: null, created_at: 1 }

const item = {
  id: 'i1',
  name: 'Tray',
  description: 'Oak',
  price_cents: 3000,
  photo_url: '/x.webp',
  must_quantity: 1,
  stocked_quantity: 10,
  available_quantity: 9,
  created_at: 1,
  version: 1,
}

const order = {
  id: 'b1',
  user_id: 'u1',
  item_id: 'i1',
  item_name: 'Tray',
  owner_name: 'Ann',
  email: 'ann@example.com',
  mobile_number: '1',
  address: 'a',
  quantity: 1,
  unit_price_cents: 3000,
  total_cents: 3000,
  created_at: 1,
  held_until: 2,
  paid_at: 3,
  transaction_id: 'pi_1',
  renewed_ms: 0,
  refunded_cents: 1000,
}

const payment = {
  id: 'p1',
  booking_id: 'b1',
  attempt: 1,
  amount_cents: 3000,
  currency: 'usd',
  intent_id: 'pi_1',
  created_at: 2,
  checked_at: 2,
  succeeded_at: 3,
  received_cents: 3000,
  kept_at: 3,
  declines: 0,
}

const refund = { reason: 'by_provider', attempt: 1, created_at: 4, next_look_at: 4 } as const

/** A paid order of which $10 went back and $5 are under way, and money for which there is no order. */
async function fill(tx: Writing): Promise<void> {
  await tx.insertInto('users').values(user).execute()
  await tx.insertInto('items').values(item).execute()
  const opening = { id: 'i1', item_id: 'i1', change: 10, reason: 'Opening stock', created_at: 1 }
  await tx.insertInto('stock_changes').values(opening).execute()
  await tx.insertInto('bookings').values(order).execute()
  await tx.insertInto('payments').values(payment).execute()
  for (const row of [
    {
      id: 'r1',
      payment_id: 'p1',
      intent_id: 'pi_1',
      amount_cents: 1000,
      provider_id: 're_1',
      succeeded_at: 5,
    },
    { id: 'r2', payment_id: 'p1', intent_id: 'pi_1', amount_cents: 500, provider_id: 're_2' },
    { id: 'r3', payment_id: null, intent_id: 'pi_2', amount_cents: 700, provider_id: 're_3' },
  ])
    await tx
      .insertInto('refunds')
      .values({ ...refund, ...row })
      .execute()
}

/** Fails where refunds from before do not name their order: the books of such a shop would not add up. */
for (const engine of engines) {
  test(`refunds of a shop from before belong to their orders [${engine}]`, async () => {
    const place = await emptyPlace(engine)
    const db = await openDatabase(readConfig(place.environment), () => undefined)
    const names = await readdir(new URL('./migrations/', import.meta.url))
    const earlier = names.map(name => name.replace(/(\.\w+)?\.sql$/, '')).filter(stem => stem < '0020')
    await db.write(tx => migrateTo(tx, engine, earlier))
    await db.write(fill)
    await migrate(db)
    const rows = await db.read.selectFrom('refunds').selectAll().orderBy('id').execute()
    assert.deepEqual(
      rows.map(({ booking_id, asked_by, restocked }) => [booking_id, asked_by, restocked]),
      [
        ['b1', null, 0],
        ['b1', null, 0],
        [null, null, 0],
      ],
    )
    const { refund_pending_cents, restocked_quantity } = await db.read
      .selectFrom('bookings')
      .selectAll()
      .executeTakeFirstOrThrow()
    assert.deepEqual([refund_pending_cents, restocked_quantity], [500, 0])
    assert.deepEqual(await brokenInvariants(db.read), [])
    await db.close()
    await place.remove()
  })
}
