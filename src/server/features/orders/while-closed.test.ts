import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { dayAt, endOfDay } from '#domain/day.ts'
import { eventually, withCards } from '../../../../tests/helpers/card-shop.ts'
import { changeContent } from '../../../../tests/helpers/content.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { placeTestOrder, readOrder, startCardPayment } from '../../../../tests/helpers/paying.ts'
import { refund } from '../../../../tests/helpers/refunding.ts'
import { newAdmin, onBothEngines, type TestShop } from '../../../../tests/helpers/shop.ts'

const timeZone = 'Asia/Manila'
const hour = 3_600_000

/** Until tomorrow, so that no test depends on the time of day. */
async function close(shop: Pick<TestShop, 'deps'>, zone = timeZone): Promise<string> {
  const until = dayAt(shop.deps.now() + 24 * hour, zone)
  await changeContent(shop, { closed: { text: 'On holiday', until } })
  return until
}

const leftOf = async (shop: TestShop, id: string) =>
  (await shop.call({ url: `/api/items/${id}` })).json().availableQuantity

const change = (who: Customer, { _id }: Order, quantity: number) =>
  who.call('PUT', `/api/booking/${_id}/quantity`, { quantity })

/** Fails if nothing asks whether the shop is closed, or if the day ends by another clock than the shop's. */
onBothEngines(
  'a closed shop takes no order until its day is over',
  async shop => {
    const [item, ann] = [await shop.item(), await shop.customer()]
    const until = await close(shop)
    const refused = await ann.order(item, 2)
    assert.deepEqual(
      [refused.statusCode, refused.json().code, refused.json().until],
      [409, 'shop_closed', until],
    )
    assert.match(
      refused.json().detail,
      /^The shop is closed at the moment\. You can order again from \w+ \d+, \d+\.$/,
    )
    assert.equal(await leftOf(shop, item._id), 10)
    shop.travel(endOfDay(until, timeZone) - shop.deps.now() - hour)
    assert.equal((await ann.order(item, 2)).json().code, 'shop_closed')
    shop.travel(hour)
    assert.equal((await ann.order(item, 2)).statusCode, 201)
  },
  { SHOP_TIMEZONE: timeZone },
)

onBothEngines('a shop that opens before its day is over takes orders again', async shop => {
  const [item, ann] = [await shop.item(), await shop.customer()]
  await close(shop)
  assert.equal((await ann.order(item)).statusCode, 409)
  await changeContent(shop, { closed: null })
  assert.equal((await ann.order(item)).statusCode, 201)
})

/** Fails if the shop is asked before the key: the buyer would believe that there is no order. */
onBothEngines('an order whose answer was lost is answered again after the shop has closed', async shop => {
  const [item, ann] = [await shop.item(), await shop.customer()]
  const key = { 'idempotency-key': 'form-1' }
  const placed: Order = (await ann.order(item, 2, {}, key)).json()
  await close(shop, 'UTC')
  const again = await ann.order(item, 2, {}, key)
  assert.deepEqual([again.statusCode, again.json()], [201, placed])
  assert.equal((await ann.order(item, 2, {}, { 'idempotency-key': 'form-2' })).json().code, 'shop_closed')
  assert.equal(await leftOf(shop, item._id), 8)
})

/** Fails if a larger quantity is not refused: it holds more stock, as a new order does. */
onBothEngines('in a closed shop an order can become smaller, not larger, and be removed', async shop => {
  const [item, ann] = [await shop.item(), await shop.customer()]
  const order: Order = (await ann.order(item, 3)).json()
  await close(shop, 'UTC')
  const more = await change(ann, order, 4)
  assert.deepEqual([more.statusCode, more.json().code], [409, 'shop_closed'])
  assert.equal((await change(ann, order, 3)).statusCode, 200)
  assert.equal((await change(ann, order, 1)).statusCode, 200)
  assert.equal(await leftOf(shop, item._id), 9)
  assert.equal((await ann.call('DELETE', `/api/myBooking/${order._id}`)).statusCode, 204)
  assert.equal(await leftOf(shop, item._id), 10)
})

/** Fails if the end of a hold is mistaken for a new order: what somebody has ordered can be paid late. */
withCards('orders are paid, sent and refunded while the shop is closed', async shop => {
  const admin = await newAdmin(shop)
  const { ann, order } = await placeTestOrder(shop)
  const late = await placeTestOrder(shop)
  const isPaid = async (who: Customer, { _id }: Order) => (await readOrder(who, _id)).paid
  const started = await startCardPayment(ann, order)
  await close(shop, 'UTC')
  await shop.charge(started)
  await eventually(() => isPaid(ann, order), 'the payment that was under way')
  await shop.deps.db.write(tx => tx.updateTable('orders').set({ held_until: 1 }).execute())
  await shop.charge(await startCardPayment(late.ann, late.order))
  await eventually(() => isPaid(late.ann, late.order), 'the payment that began later')
  const sent = await admin.call('POST', '/api/booking/send', { orders: [{ id: order._id }] })
  assert.equal(sent.statusCode, 200, sent.body)
  const refunded = await refund(admin, late.order._id)
  assert.equal(refunded.json().state, 'refunded', refunded.body)
  assert.equal((await readOrder(ann, order._id)).state, 'sent')
})
