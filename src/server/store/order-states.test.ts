import assert from 'node:assert/strict'
import { isSendable, orderStates, stateOf } from '#domain/order.ts'
import { onBothEngines } from '../../../tests/helpers/shop.ts'
import { countIn, countToSend } from './order-states.ts'
import { toOrder } from './orders.ts'
import { findOrders } from './search/orders.ts'

const moment = [null, 1]

/** Every history of an order that the table's CHECKs allow. */
const histories = moment.flatMap(paid_at =>
  moment.flatMap(removed_at =>
    moment.flatMap(released_at =>
      moment.flatMap(sent_at =>
        moment.flatMap(refunded_at => {
          const isPossible = paid_at === null ? sent_at === null : removed_at === null && released_at === null
          return isPossible ? [{ paid_at, removed_at, released_at, sent_at, refunded_at }] : []
        }),
      ),
    ),
  ),
)

/** Money states of an order of 3,000 minor units: refunded, pending, lost. */
const money = [
  [0, 0, 0],
  [3000, 0, 0],
  [0, 3000, 0],
  [0, 0, 3000],
  [1000, 1000, 1000],
  [1000, 1000, 999],
].map(([refunded_minor, refund_pending_minor, dispute_lost_minor]) => ({
  refunded_minor,
  refund_pending_minor,
  dispute_lost_minor,
}))

/** Fails if a query disagrees with domain/order.ts: a list and its totals would contradict the order itself. */
onBothEngines('the database and the domain agree on the state of every order', async shop => {
  const { db } = shop.deps
  const item = await shop.item({ price: 10, availableQuantity: 10 })
  const id: string = (await (await shop.customer()).order(item, 3)).json()._id
  const find = () => db.read.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const initialColumns = await find()
  for (const history of histories) {
    for (const sums of money)
      for (const restocked_quantity of [0, 3]) {
        const life = { ...history, ...sums, restocked_quantity }
        await db.write(tx => tx.updateTable('orders').set(life).where('id', '=', id).execute())
        const order = toOrder(await find())
        assert.equal(await countToSend(db.read, 9), Number(isSendable(order)), JSON.stringify(life))
      }
    for (const state of orderStates) {
      const expected = Number(state === stateOf(history))
      const found = await findOrders(db.read, { state }, { limit: 9, after: undefined })
      assert.deepEqual([found.length, await countIn(db.read, state, 9)], [expected, expected], state)
    }
  }
  await db.write(tx => tx.updateTable('orders').set(initialColumns).where('id', '=', id).execute())
})
