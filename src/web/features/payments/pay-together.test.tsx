import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { Provider } from '../../../../tests/helpers/web/card-provider.ts'
import { held, json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { opened, patch, shopWithCards, start } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { ordersKey } from '../../api/query-keys.ts'

const heading = (page: Visit) => page.words('#page-title')[0]

const lamp: Order = {
  ...order,
  _id: order._id.replace(/1$/, '2'),
  number: 'T-1043',
  itemName: 'Lamp',
  totalPrice: 0.1,
}
const together = `/dashboard/payment/${order._id}?with=${lamp._id},${order._id},${lamp._id}`

/** Fails if the sum is floating point: 15.95 + 9.17 + 0.88 is then $26.00, and not $26. */
test('several orders are one payment: a list with amounts, the sum, and their ids in the request', async t => {
  const mug: Order = { ...lamp, _id: order._id.replace(/1$/, '3'), itemName: 'Mug', totalPrice: 0.88 }
  const first: Order = { ...order, totalPrice: 15.95 }
  const net = shopWithCards().on(start, () => json(opened('pi_1_secret_a', 26)))
  for (const one of [first, { ...lamp, totalPrice: 9.17 }, mug])
    net.on(`GET /api/booking/${one._id}`, () => json(one))
  new Provider()
  const page = await visit(t, `${together},${mug._id}`, net)
  await page.until(() => page.control('Pay $26'))
  await settle()
  assert.equal(heading(page), `Please pay for ${order._id} for ${order.itemName} and 2 more`)
  assert.deepEqual(page.words('.slip-lines li'), [
    'Oak Desk TrayT-1042, 3 pieces$15.95',
    'LampT-1043, 3 pieces$9.17',
    'MugT-1043, 3 pieces$0.88',
  ])
  assert.match(page.words('.slip-total')[0] ?? '', /\$26$/)
  assert.deepEqual(net.to(start)[0]?.body, { ...first, with: [lamp._id, mug._id] })
})

/** Fails if an order that is gone or already paid blocks the others. */
test('orders that were removed or paid in the meantime are left out', async t => {
  const elsewhere = { ...lamp, _id: order._id.replace(/1$/, '3'), paid: true, transactionId: 'pi_7' }
  const net = shopWithCards()
    .on(`GET /api/booking/${lamp._id}`, () => refusal('not_found'))
    .on(`GET /api/booking/${elsewhere._id}`, () => json(elsewhere))
  new Provider()
  const page = await visit(t, `${together},${elsewhere._id}`, net)
  await page.until(() => page.control('Pay $3.30'))
  await settle()
  assert.equal(heading(page), `Please pay for ${order._id} for ${order.itemName}`)
  assert.deepEqual(net.to(start)[0]?.body, order)
})

test('after paying, one slip for all orders is stamped and can be printed', async t => {
  let known = [order, lamp]
  const net = shopWithCards()
    .on(start, () => json(opened('pi_1_secret_a', 3.4)))
    .on(patch, () => {
      known = known.map(one => ({ ...one, paid: true, state: 'paid', transactionId: 'pi_1' }))
      return json(known[0])
    })
  for (const [place, one] of known.entries()) net.on(`GET /api/booking/${one._id}`, () => json(known[place]))
  const printed: string[] = []
  Reflect.set(window, 'print', () =>
    printed.push(document.body.querySelector('.printed .slip')?.textContent ?? ''),
  )
  const cards = new Provider()
  const page = await visit(t, together, net)
  await page.until(() => page.control('Pay $3.40'))
  await settle()
  assert.deepEqual(page.words('.slip-stamp'), [])
  cards.show()
  await settle()
  await page.press('Pay $3.40')
  await page.until(() => /Congrats Your payment is completed/.test(page.text))
  assert.deepEqual(page.words('.slip-stamp'), ['Paid'])
  assert.equal(page.control('Keep shopping')?.getAttribute('href'), '/items')
  await page.press('Print receipt')
  await page.until(() => printed.length > 0)
  assert.match(printed[0] ?? '', /T-1042.*T-1043.*Paid/)
  window.dispatchEvent(new Event('afterprint'))
})

/** Both orders are charged; the shop keeps one of them and refunds the other. */
async function partlyKept(t: TestContext, kept: Order, answer: () => Response): Promise<Visit> {
  const net = shopWithCards()
    .on(start, () => json(opened('pi_1_secret_a', 3.4)))
    .on(patch, answer)
  const gone = kept === order ? lamp : order
  const paid = { ...kept, paid: true, state: 'paid', transactionId: 'pi_1' }
  net.on(`GET /api/booking/${kept._id}`, () => json(net.to(patch).length > 0 ? paid : kept))
  net.on(`GET /api/booking/${gone._id}`, () => (net.to(patch).length > 0 ? refusal('not_found') : json(gone)))
  const cards = new Provider()
  const page = await visit(t, together, net)
  await page.until(() => page.control('Pay $3.40'))
  cards.show()
  await settle()
  await page.press('Pay $3.40')
  await page.until(() => /Congrats Your payment is completed/.test(page.text))
  return page
}

/** Fails if only the kept order is mentioned: $3.40 were charged, and ten cents would be unexplained. */
test('an order that was lost is named, with its refund', async t => {
  const page = await partlyKept(t, order, () => json({ ...order, paid: true, transactionId: 'pi_1' }))
  assert.match(page.text, /Lamp could not be fulfilled.* We are refunding \$0\.10 to your card/)
  assert.match(page.words('.slip-total')[0] ?? '', /\$3\.30$/)
  assert.deepEqual(page.words('.slip-stamp'), ['Paid'])
  assert.ok(page.control('Pay $3.40'), 'what was charged')
})

/** Fails if the first order decides for all: the lamp is paid, and the page would say that nothing is. */
test('the kept order is reported even if the first order was lost', async t => {
  const page = await partlyKept(t, lamp, () => refusal('payment_refunded'))
  assert.match(page.text, /Oak Desk Tray could not be fulfilled.* We are refunding \$3\.30 to your card/)
  assert.deepEqual([page.words('.slip-lines li').length, page.words('.slip-stamp')], [1, ['Paid']])
})

/** Fails if the page is done before the shop has answered: an unstamped slip could be printed. */
test('the receipt waits for the shop’s answer, and starting a payment refetches the hold', async t => {
  const stamped = held(() => json({ ...order, paid: true, state: 'paid', transactionId: 'pi_1' }))
  const one = `GET /api/booking/${order._id}`
  const net = shopWithCards()
  const cards = new Provider()
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => page.control('Pay $3.30'))
  cards.show()
  await settle()
  assert.deepEqual([net.to(one).length, net.to('GET /api/myBag').length], [2, 2])
  net.on(one, stamped.answer)
  await page.press('Pay $3.30')
  assert.match(page.text, /Your payment went through/)
  assert.equal(page.control('Print receipt'), undefined)
  stamped.release()
  await page.until(() => page.control('Print receipt'))
  assert.deepEqual(page.words('.slip-stamp'), ['Paid'])
})

/** Fails if the first item is named, whichever it is. */
test('with several orders, the shop says which item has sold out', async t => {
  const net = shopWithCards().on(start, () => refusal('out_of_stock', { detail: 'Lamp: Only 1 left.' }))
  net.on(`GET /api/booking/${lamp._id}`, () => json(lamp))
  new Provider()
  const page = await visit(t, together, net)
  await page.until(() => /Lamp: Only 1 left\./.test(page.text))
  assert.doesNotMatch(page.text, /has sold out in the meantime/)
})

const oneOf = ({ _id }: Order) => `GET /api/booking/${_id}`

/** Both orders are unpaid, and the card fields are ready. */
async function payingBoth(t: TestContext) {
  const net = shopWithCards()
    .on(start, ({ body }) =>
      json((body as { with?: string[] }).with ? opened('pi_1_secret_a', 3.4) : opened('pi_2_secret_b', 3.3)),
    )
    .on(oneOf(lamp), () => json(lamp))
  const cards = new Provider()
  const page = await visit(t, together, net)
  await page.until(() => page.control('Pay $3.40'))
  cards.show()
  await settle()
  return { net, cards, page }
}

/** Fails if the page keeps the payment for both: the customer would pay for an order they just removed. */
test('an order removed while the page is open is not paid', async t => {
  const { net, cards, page } = await payingBoth(t)
  net.on(oneOf(lamp), () => refusal('not_found'))
  await queryClient().invalidateQueries({ queryKey: ordersKey })
  await page.until(() => page.control('Pay $3.30'))
  await settle()
  assert.deepEqual(net.to(start).at(-1)?.body, order, 'a payment of its own, without the lamp')
  assert.equal(heading(page), `Please pay for ${order._id} for ${order.itemName}`)
  assert.deepEqual(page.words('.slip-lines li').length, 1)
  cards.show()
  await settle()
  assert.equal(cards.opened.at(-1)?.clientSecret, 'pi_2_secret_b')
  assert.equal(page.control('Pay $3.40'), undefined)
})

/** Fails if the card fields stay although the order was paid in another window. */
test('an order that is paid elsewhere while the page is open asks for no card', async t => {
  const { net, page } = await payingBoth(t)
  const elsewhere = { ...order, paid: true, state: 'paid', transactionId: 'pi_7' }
  net.on(oneOf(order), () => json(elsewhere))
  await queryClient().invalidateQueries({ queryKey: ordersKey })
  await page.until(() => /This order is already paid\./.test(page.text))
  assert.equal(page.control('Pay $3.40'), undefined)
  assert.match(page.text, /pi_7/)
})

/** Fails if an order whose payment is being checked blocks the others. */
test('an order whose payment is being checked is left out of a joint payment', async t => {
  const { net, page } = await payingBoth(t)
  net.on(oneOf(lamp), () => json({ ...lamp, paymentUnmatchedAt: '2026-11-16T00:00:00.000Z' }))
  await queryClient().invalidateQueries({ queryKey: ordersKey })
  await page.until(() => page.control('Pay $3.30'))
  await settle()
  assert.deepEqual(net.to(start).at(-1)?.body, order)
})
