import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { Provider } from '../../../../tests/helpers/web/card-provider.ts'
import { charging } from '../../../../tests/helpers/web/charging.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { opened, patch, shopWithCards, start } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { ordersKey } from '../../api/query-keys.ts'

const lamp: Order = { ...order, _id: order._id.replace(/1$/, '2'), number: 'T-1043', itemName: 'Lamp' }
const known = { price: 4.99, freeFrom: null }

const answered = { delivery: 4.99, deliveryPrice: known }

/** The page of both orders, $3.30 each. The lamp stands first in the address. */
async function paying(t: TestContext, answer = opened('pi_1_secret_a', 11.59, answered)) {
  const net = shopWithCards()
    .on(start, () => json(answer))
    .on(`GET /api/booking/${lamp._id}`, () => json(lamp))
  const cards = new Provider()
  const page = await visit(t, `/dashboard/payment/${lamp._id}?with=${order._id}`, net, charging(known))
  await page.until(() => page.control(`Pay $${answer.amount}`))
  await settle()
  cards.show()
  await settle()
  return { net, page }
}

const slipOf = (page: Visit) => [...page.words('.slip-lines > li'), ...page.words('.slip-total')]

const goods = ['LampT-1043, 3 pieces$3.30', 'Oak Desk TrayT-1042, 3 pieces$3.30']

test('the payment page lists delivery once, and the button names the sum with it', async t => {
  const { page, net } = await paying(t)
  assert.deepEqual(slipOf(page), [...goods, 'Delivery$4.99', 'Total$11.59'])
  assert.doesNotMatch(page.text, /has changed/)
  assert.equal(net.to(start).length, 1)
})

/** Fails if the slip keeps the older price, or if the fields of the payment are replaced because of the newer one. */
for (const [name, deliveryPrice, delivery, amount, lines] of [
  ['costs more', { price: 6.4, freeFrom: null }, 6.4, '13', ['Delivery$6.40', 'Total$13']],
  ['is free for these orders', { price: 4.99, freeFrom: 6.6 }, 0, '6.60', ['DeliveryFree', 'Total$6.60']],
  ['is included again', null, 0, '6.60', ['Total$6.60']],
] as const) {
  test(`if delivery ${name} by now, the page says so and has the sum that is charged`, async t => {
    const answer = opened('pi_1_secret_a', 6.6 + delivery, { delivery, deliveryPrice })
    const net = shopWithCards()
      .on(start, () => json(answer))
      .on(`GET /api/booking/${lamp._id}`, () => json(lamp))
      .on('GET /api/myBag', () => json([order]))
    new Provider()
    const page = await visit(t, `/dashboard/payment/${lamp._id}?with=${order._id}`, net, charging(known))
    await page.until(() => page.control(`Pay $${amount}`))
    await settle()
    assert.deepEqual(slipOf(page), [...goods, ...lines])
    const sentence = `The price of delivery has changed. This payment is now $${amount}.`
    assert.deepEqual(page.words('.panel > [role=status]').slice(0, 1), [sentence])
    assert.equal(net.to(start).length, 1)
    await page.go('/team?sheet=bag')
    const sum = `$${(3.3 + (deliveryPrice?.price ?? 0)).toFixed(2)}`
    await page.until(() => page.control(`Pay · ${sum}`))
  })
}

/** Fails if the page speaks of a change that concerns no order here. */
test('a new price that leaves these orders as they were is not mentioned', async t => {
  const deliveryPrice = { price: 4.99, freeFrom: 6.61 }
  const { page } = await paying(t, opened('pi_1_secret_a', 11.59, { delivery: 4.99, deliveryPrice }))
  assert.deepEqual(slipOf(page), [...goods, 'Delivery$4.99', 'Total$11.59'])
  assert.doesNotMatch(page.text, /has changed/)
})

/** Fails if the page compares sums: the customer would read that a price has changed, which has not. */
test('orders that are free of delivery after a change in the bag are not called a new price', async t => {
  const deliveryPrice = { price: 4.99, freeFrom: 8 }
  const net = shopWithCards()
    .on(start, () => json(opened('pi_1_secret_a', 11.59, { delivery: 4.99, deliveryPrice })))
    .on(`GET /api/booking/${lamp._id}`, () => json(lamp))
  new Provider()
  const address = `/dashboard/payment/${lamp._id}?with=${order._id}`
  const page = await visit(t, address, net, charging(deliveryPrice))
  await page.until(() => page.control('Pay $11.59'))
  net
    .on(`GET /api/booking/${lamp._id}`, () => json({ ...lamp, quantity: 6, totalPrice: 6.6 }))
    .on(start, () => json(opened('pi_2_secret_b', 9.9, { delivery: 0, deliveryPrice })))
  await queryClient().invalidateQueries({ queryKey: ordersKey })
  await page.until(() => page.control('Pay $9.90'))
  await settle()
  assert.deepEqual(page.words('.slip-total'), ['Total$9.90'])
  assert.doesNotMatch(page.text, /has changed/)
})

test('the disabled button of a payment that could not be started has the sum with delivery', async t => {
  const net = shopWithCards()
    .on(start, () => refusal('provider_failed', { status: 409 }))
    .on(`GET /api/booking/${lamp._id}`, () => json(lamp))
  new Provider()
  const address = `/dashboard/payment/${lamp._id}?with=${order._id}`
  const page = await visit(t, address, net, charging(known))
  await page.until(() => page.control('Try again'))
  assert.equal(page.button('Pay $11.59').disabled, true)
})

/**
 * Of $4.99 one order has $2.50 and the other $2.49: the shop gives the cent to the smaller id, whatever the address
 * says. Fails if the refund leaves out delivery, counts all of it, or is a cent off.
 */
for (const [kept, gone, refund, total] of [
  [order, lamp, '5.79', '5.80'],
  [lamp, order, '5.80', '5.79'],
] as const) {
  test(`${gone.itemName} is refunded with its share of delivery, and the receipt has the other share`, async t => {
    const { net, page } = await paying(t)
    const now: Order = {
      ...kept,
      paid: true,
      state: 'paid',
      transactionId: 'pi_1',
      paidAmount: Number(total),
      paidDelivery: Number(total) - 3.3,
    }
    net
      .on(`PATCH /api/booking/${lamp._id}`, () => (kept === lamp ? json(now) : refusal('payment_refunded')))
      .on(patch, () => json(now))
      .on(`GET /api/booking/${kept._id}`, () => json({ ...now, paidDelivery: kept === order ? 2.5 : 2.49 }))
      .on(`GET /api/booking/${gone._id}`, () => refusal('not_found'))
    await page.press('Pay $11.59')
    await page.until(() => /Congrats Your payment is completed/.test(page.text))
    assert.match(
      page.text,
      new RegExp(`${gone.itemName} could not be fulfilled.* We are refunding \\$${refund} to`),
    )
    assert.deepEqual(slipOf(page).slice(1), [
      `Delivery$${kept === order ? '2.50' : '2.49'}`,
      `Total$${total}`,
    ])
    assert.ok(page.control('Pay $11.59'), 'what was charged')
  })
}

/** Fails if the receipt is without delivery until the shop has answered, or for good if it answers late. */
test('a charge that the shop has not recorded yet is shown as it was charged', async t => {
  const { net, page } = await paying(t)
  net.on(`PATCH /api/booking/${lamp._id}`, () =>
    refusal('signed_out', { code: 'provider_failed', status: 409 }),
  )
  await page.press('Pay $11.59')
  await page.until(() => /went through at the bank/.test(page.text))
  assert.deepEqual(slipOf(page), [...goods, 'Delivery$4.99', 'Total$11.59'])
  assert.ok(page.control('Pay $11.59'))
})
