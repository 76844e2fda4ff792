import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { test } from 'node:test'
import { formatInvoiceNumber, type InvoiceContent } from '#domain/invoice.ts'
import { emptyPlace, engines } from '../../../tests/helpers/databases.ts'
import { readConfig } from '../config.ts'
import type { Database } from './database.ts'
import { invoiceFaults } from './invariants-invoices.ts'
import { migrate, migrateTo } from './migrate.ts'
import { openDatabase } from './open.ts'

const order = {
  user_id: 'u1',
  item_id: 'i1',
  item_name: 'Oak "Tray"',
  owner_name: 'Zoë',
  email: 'zoe@example.com',
  mobile_number: '1',
  address: '1 Test Street\nTown',
  quantity: 2,
  unit_price_cents: 1850,
  total_cents: 3700,
  created_at: 1,
  held_until: 1,
}

const payment = { attempt: 1, amount_cents: 3700, currency: 'usd', created_at: 1, checked_at: 1, declines: 0 }

const refund = { amount_cents: 700, reason: 'by_provider', attempt: 1, created_at: 1, next_look_at: 1 }

const former = (id: string) => ({
  id,
  recipient: 'zoe@example.com',
  subject: 'Hello',
  text_body: 'Text\n\nTuckshop',
  html_body:
    '<!doctype html><html lang="en"><body style="font-family:Georgia,serif;color:#2a241f;background:#faf6f0;padding:24px"><h1 style="color:#9a4522">Tuckshop</h1><p>Text</p></body></html>',
  created_at: 1,
  tries: 0,
  next_try_at: 1,
})

/** Three orders that were paid, in another order than they were placed; of one a part went back. */
async function fill(db: Database): Promise<void> {
  // Columns of later versions are not there yet, so the rows are not whole.
  const insert = (table: 'users' | 'items' | 'bookings' | 'payments' | 'refunds' | 'outbox', row: object) =>
    db.write(tx =>
      tx
        .insertInto(table)
        .values(row as never)
        .execute(),
    )
  await insert('users', { id: 'u1', email: 'zoe@example.com', display_name: 'Zoë', created_at: 1 })
  await insert('items', {
    id: 'i1',
    name: 'Oak "Tray"',
    description: 'd',
    price_cents: 1850,
    photo_url: '/x',
    must_quantity: 1,
    stocked_quantity: 10,
    available_quantity: 2,
    created_at: 1,
  })
  for (const [id, paid_at] of [
    ['b1', 300],
    ['b2', 100],
    ['b3', 200],
    ['b4', null],
  ] as const) {
    const transaction_id = paid_at && `pi_${id}`
    await insert('bookings', {
      ...order,
      id,
      paid_at,
      transaction_id,
      refunded_cents: id === 'b2' ? 700 : 0,
    })
    if (paid_at)
      await insert('payments', { ...payment, id, booking_id: id, intent_id: `pi_${id}`, kept_at: 1 })
  }
  await insert('refunds', { ...refund, id: 'r1', payment_id: 'b2', intent_id: 'pi_b2', succeeded_at: 400 })
  await insert('refunds', { ...refund, id: 'r2', payment_id: 'b2', intent_id: 'pi_b2', failed_at: 400 })
  await insert('outbox', former('waits'))
  await insert('outbox', { ...former('left'), sent_at: 1 })
}

/** Fails where a shop from before has paid orders without an invoice, or gives their numbers out again. */
for (const engine of engines) {
  test(`what was paid before there were invoices has one, in the order of payment [${engine}]`, async () => {
    const place = await emptyPlace(engine)
    const db = await openDatabase(readConfig(place.environment), () => undefined)
    const names = await readdir(new URL('./migrations/', import.meta.url))
    const earlier = names.map(name => name.replace(/(\.\w+)?\.sql$/, '')).filter(stem => stem < '0022')
    await db.write(tx => migrateTo(tx, engine, earlier))
    await fill(db)
    await migrate(db)
    const rows = await db.read
      .selectFrom('invoices')
      .selectAll()
      .orderBy('series')
      .orderBy('number')
      .execute()
    assert.deepEqual(
      rows.map(row => [
        formatInvoiceNumber(row),
        row.booking_id,
        row.refund_id,
        row.amount_cents,
        row.issued_at,
      ]),
      [
        ['CN-1001', 'b2', 'r1', 700, 400],
        ['INV-1001', 'b2', null, 3700, 100],
        ['INV-1002', 'b3', null, 3700, 200],
        ['INV-1003', 'b1', null, 3700, 300],
      ],
    )
    const [credited, first] = rows.map(({ content }) => JSON.parse(content) as InvoiceContent)
    const common = {
      shop: null,
      customer: { name: 'Zoë', address: '1 Test Street\nTown', email: 'zoe@example.com' },
      orderNumber: 'T-1002',
      transactionId: 'pi_b2',
    }
    const line = { text: 'Oak "Tray"', quantity: 2, unitPrice: 1850, total: 3700 }
    assert.deepEqual(first, { ...common, lines: [line], about: null })
    const back = { text: 'Refund of Oak "Tray"', quantity: 1, unitPrice: 700, total: 700 }
    assert.deepEqual(credited, { ...common, lines: [back], about: 'INV-1001' })
    assert.deepEqual(await invoiceFaults(db.read), [])
    const letters = await db.read.selectFrom('outbox').selectAll().orderBy('id').execute()
    assert.deepEqual(
      letters.map(({ id, text_body, html_body }) => [id, text_body, html_body]),
      [
        ['left', 'Text\n\nTuckshop', former('').html_body],
        ['waits', 'Text', '<p>Text</p>'],
      ],
    )
    await db.close()
    await place.remove()
  })
}
