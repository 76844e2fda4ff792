import assert from 'node:assert/strict'
import fc from 'fast-check'
import { isSendable, orderStates, stateOf } from '#domain/order.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { countIn, countToSend } from './order-states.ts'
import { toOrder } from './orders.ts'
import { findOrders } from './search/orders.ts'

const moment = fc.option(fc.constant(1), { nil: null })
const cents = fc.constantFrom(0, 0, 1000, 3000)

/** What can become of an order: as far as the table's own checks allow it. */
const lives = fc
  .record({
    paid_at: moment,
    removed_at: moment,
    released_at: moment,
    sent_at: moment,
    refunded_at: moment,
    refunded_cents: cents,
    refund_pending_cents: cents,
    dispute_lost_cents: cents,
    restocked_quantity: fc.constantFrom(0, 3),
  })
  .filter(
    ({ paid_at, removed_at, released_at, sent_at }) =>
      (paid_at === null || (removed_at === null && released_at === null)) &&
      (sent_at === null || paid_at !== null),
  )

/** Fails where a query decides otherwise than domain/order.ts: a list and its figures would contradict the order itself. */
onBothEngines('the database and the domain agree on the state of every order', async shop => {
  const { db } = shop.deps
  const item = await shop.item({ price: 10, availableQuantity: 10 })
  const id: string = (await (await shop.customer()).order(item, 3)).json()._id
  const asPlaced = await db.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  await fc.assert(
    fc.asyncProperty(lives, async life => {
      await db.write(tx => tx.updateTable('orders').set(life).where('id', '=', id).execute())
      const state = stateOf(life)
      const found = await Promise.all(
        orderStates.map(one => findOrders(db.read, { state: one }, { limit: 9, after: undefined })),
      )
      const counted = await Promise.all(orderStates.map(one => countIn(db.read, one, 9)))
      assert.deepEqual(
        found.map(({ length }) => length),
        orderStates.map(one => Number(one === state)),
      )
      assert.deepEqual(
        counted,
        found.map(({ length }) => length),
      )
      const row = await db.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
      assert.equal(await countToSend(db.read, 9), Number(isSendable(toOrder(row))))
    }),
    { numRuns: 200 },
  )
  await db.write(tx => tx.updateTable('orders').set(asPlaced).where('id', '=', id).execute())
})
