import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { pay } from '../../../tests/helpers/paid.ts'
import { assertPlainSums } from '../../../tests/helpers/plain-sales.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { asVersionOne } from '../../../tests/helpers/version-one.ts'
import * as payments from '../store/payments.ts'
import { brokenInvariants } from './invariants.ts'
import { migrate } from './migrate.ts'

const quarter = 900_000

/** Fails where lost disputes of 1.0 stay without a trace after the upgrade, or one order has the loss of another. */
onBothEngines('disputes that 1.0 had noted are in the books after the upgrade', async shop => {
  const { db, now } = shop.deps
  const ann = await shop.customer()
  const item = await shop.item({ price: 10, availableQuantity: 20 })
  const ids: string[] = []
  for (let i = 0; i < 4; i++) ids.push((await ann.order(item, 2)).json()._id)
  const [alone = '', first = '', second = '', open = ''] = ids
  const lostAt = now() - 5 * quarter
  await db.write(async tx => {
    for (const id of ids) await pay(tx, id, `pi_${id}`, now())
    // The second was paid together with the first.
    await tx
      .updateTable('bookings')
      .set({ transaction_id: `pi_${first}` })
      .where('id', '=', second)
      .execute()
    const shared = await payments.findByIntent(tx, `pi_${first}`)
    const other = await payments.findByIntent(tx, `pi_${second}`)
    await tx
      .updateTable('payment_orders')
      .set({ payment_id: shared?.id ?? '' })
      .where('booking_id', '=', second)
      .execute()
    await tx
      .deleteFrom('payments')
      .where('id', '=', other?.id ?? '')
      .execute()
    await tx
      .updateTable('payments')
      .set({ amount_cents: 4000, received_cents: 4000 })
      .where('id', '=', shared?.id ?? '')
      .execute()
    await tx.updateTable('bookings').set({ disputed_at: 7 }).execute()
  })
  await asVersionOne(db)
  await db.write(tx =>
    sql`insert into disputes (id, intent_id, amount_cents, reason, opened_at, won_at, lost_at) values
      ('d1', ${`pi_${alone}`}, 2000, 'fraudulent', 7, null, ${lostAt}),
      ('d2', ${`pi_${first}`}, 2500, 'fraudulent', 7, null, ${lostAt}),
      ('d3', ${`pi_${open}`}, 2000, 'fraudulent', 7, null, null)`.execute(tx),
  )
  await migrate(db)
  const orders = await db.read
    .selectFrom('bookings')
    .select(['id', 'dispute_lost_cents', 'refunds_blocked_at', 'refunded_at'])
    .orderBy('id')
    .execute()
  assert.deepEqual(
    orders.map(order => [order.id, order.dispute_lost_cents, order.refunds_blocked_at, order.refunded_at]),
    [
      [alone, 2000, 7, lostAt],
      [first, 2000, 7, lostAt],
      [second, 500, 7, null],
      [open, 0, 7, null],
    ],
  )
  assert.deepEqual(await brokenInvariants(db.read), [])
  await assertPlainSums(shop)
})
