import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { dayMs } from '#domain/day.ts'
import { withCards } from '../../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../../tests/helpers/content.ts'
import { confirmed } from '../../../../../tests/helpers/customers.ts'
import { markPaid, twoUnpaid } from '../../../../../tests/helpers/noted-payments.ts'
import {
  availableQuantityOf,
  confirmPaid,
  readOrder,
  startCardPayment,
} from '../../../../../tests/helpers/paying.ts'
import { onBothEngines, onSqlite, type TestShop } from '../../../../../tests/helpers/shop.ts'
import { releaseHolds } from '../../../jobs/release-holds.ts'

const transfer = { text: 'Tuckshop\nIBAN XX00 1234', days: 7 }

async function offered(shop: TestShop) {
  await changeContent(shop, { transfer })
  const known = await twoUnpaid(shop)
  await confirmed(shop.deps, known.ann)
  const announce = (id: string, others?: readonly string[]) =>
    known.ann.call('POST', `/api/booking/${id}/transfer`, others ? { with: others } : {})
  return { ...known, announce }
}

onBothEngines('orders that wait for a transfer keep their stock for so many days', async shop => {
  const { ann, tray, ids, announce } = await offered(shop)
  const before = shop.deps.now()
  const answer = await announce(ids[0], [ids[1]])
  assert.equal(answer.statusCode, 200, answer.body)
  for (const { heldUntil, transferUntil, state } of answer.json<Order[]>()) {
    assert.deepEqual([state, heldUntil], ['held', transferUntil])
    assert.ok(Date.parse(heldUntil) >= before + 7 * dayMs)
  }
  shop.travel(6 * dayMs)
  // Saying it again changes nothing.
  assert.equal((await announce(ids[0])).json()[0].heldUntil, answer.json()[0].heldUntil)
  await releaseHolds(shop.deps)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
  shop.travel(dayMs)
  await releaseHolds(shop.deps)
  assert.equal(await availableQuantityOf(shop, tray._id), 10)
  const late = await announce(ids[0])
  assert.deepEqual([late.statusCode, late.json().code], [409, 'order_lapsed'])
  const events = (await ann.call('GET', `/api/booking/${ids[0]}/timeline`)).json<{ what: string }[]>()
  assert.deepEqual(
    events.map(({ what }) => what),
    ['placed', 'transfer_announced', 'hold_lapsed'],
  )
})

/** Fails if an order counts as waiting after its time is over, because a card page holds it again. */
onBothEngines('admins find the orders that wait for a transfer', async shop => {
  const { admin, ann, ids, announce } = await offered(shop)
  const found = async (state: string) =>
    (await admin.call('GET', `/api/booking?state=${state}`)).json<Order[]>().map(({ _id }) => _id)
  assert.deepEqual(await found('awaiting_transfer'), [])
  assert.equal((await announce(ids[0])).statusCode, 200)
  assert.deepEqual(await found('awaiting_transfer'), [ids[0]])
  assert.deepEqual((await found('held')).toSorted(), [...ids].toSorted())
  shop.travel(8 * dayMs)
  await releaseHolds(shop.deps)
  assert.deepEqual(await found('awaiting_transfer'), [])
  const again = await ann.call('PUT', `/api/booking/${ids[0]}/quantity`, { quantity: 1 })
  assert.equal(again.json().state, 'held', again.body)
  assert.deepEqual(await found('awaiting_transfer'), [])
  assert.equal((await announce(ids[0])).json().code, 'order_lapsed')
})

onBothEngines('a lapsed order takes its stock again to wait for a transfer, if there is any', async shop => {
  const { cup, tray, ids, announce } = await offered(shop)
  shop.travel(31 * 60_000)
  await releaseHolds(shop.deps)
  const bob = await shop.customer()
  assert.equal((await bob.order(cup)).statusCode, 201)
  const refused = await announce(ids[0], [ids[1]])
  assert.deepEqual([refused.statusCode, refused.json().detail], [409, 'Test Cup: This item is sold out.'])
  assert.equal(await availableQuantityOf(shop, tray._id), 10)
  assert.equal((await announce(ids[0])).statusCode, 200)
  assert.equal(await availableQuantityOf(shop, tray._id), 8)
})

onSqlite(
  'only an account with a confirmed email, or that has paid before, can make stock wait',
  async shop => {
    await changeContent(shop, { transfer })
    const { admin, ann, ids } = await twoUnpaid(shop)
    const announce = (id: string) => ann.call('POST', `/api/booking/${id}/transfer`, {})
    const refused = await announce(ids[0])
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'email_unverified'])
    assert.equal((await markPaid(shop, admin, ids[1], { amount: 12.5 })).statusCode, 200)
    assert.equal((await announce(ids[0])).statusCode, 200)
  },
)

/** One account must not freeze the shop for days: half of a larger stock is the most. */
onBothEngines('no account makes more than half of a larger stock wait', async shop => {
  const { ann, announce } = await offered(shop)
  const lamp = await shop.item({ price: 5, availableQuantity: 20 })
  const big: Order = (await ann.order(lamp, 11)).json()
  const refused = await announce(big._id)
  assert.deepEqual([refused.statusCode, refused.json().code], [409, 'share_exceeded'], refused.body)
  assert.equal((await readOrder(ann, big._id)).transferUntil, null)
  await ann.call('PUT', `/api/booking/${big._id}/quantity`, { quantity: 10 })
  assert.equal((await announce(big._id)).statusCode, 200)
  const grown = await ann.call('PUT', `/api/booking/${big._id}/quantity`, { quantity: 11 })
  assert.equal(grown.json().code, 'share_exceeded', grown.body)
  assert.equal((await readOrder(ann, big._id)).quantity, 10)
  const more: Order = (await ann.order(lamp, 1)).json()
  assert.equal((await announce(more._id)).json().code, 'share_exceeded')
})

onSqlite('a shop that offers no transfer, and an order of someone else, are refused', async shop => {
  const { ann, admin, ids, announce } = await offered(shop)
  const bob = await confirmed(shop.deps, await shop.customer())
  const foreign = await bob.call('POST', `/api/booking/${ids[0]}/transfer`, {})
  assert.deepEqual([foreign.statusCode, foreign.json().detail], [404, 'There is no such order.'])
  const gone: Order = (await ann.order(await shop.item())).json()
  await ann.call('DELETE', `/api/myBooking/${gone._id}`)
  const removed = await announce(gone._id)
  assert.deepEqual([removed.statusCode, removed.json().detail], [404, 'This order was removed.'])
  const foreignRemoved = await bob.call('POST', `/api/booking/${gone._id}/transfer`, {})
  assert.equal(foreignRemoved.json().detail, 'There is no such order.')
  assert.equal((await markPaid(shop, admin, ids[1], { amount: 12.5 })).statusCode, 200)
  assert.equal((await announce(ids[1])).json().code, 'already_paid')
  await changeContent(shop, { transfer: null })
  assert.deepEqual((await announce(ids[0])).json().code, 'feature_off')
  assert.equal((await ann.call('GET', '/api/payment-options')).json().transfer, null)
})

withCards('an order that waits for a transfer can be paid by card all the same', async shop => {
  const { ann, ids, announce } = await offered(shop)
  assert.equal((await announce(ids[0])).statusCode, 200)
  assert.deepEqual((await ann.call('GET', '/api/payment-options')).json().transfer, transfer)
  const until = (await readOrder(ann, ids[0])).heldUntil
  const intent = await startCardPayment(ann, { _id: ids[0] })
  assert.equal((await readOrder(ann, ids[0])).heldUntil, until)
  await shop.charge(intent)
  const paid = (await confirmPaid(ann, ids[0], intent)).json<Order>()
  assert.deepEqual([paid.state, paid.paidBy], ['paid', null])
})
