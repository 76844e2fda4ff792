import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { SentDeliveryPrice } from '#contract/delivery-price.ts'
import type { Order } from '#contract/orders.ts'
import { charging } from '../../../../tests/helpers/web/charging.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ann, as, order, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const held: Order = { ...order, heldUntil: new Date(Date.now() + 1_800_000).toISOString() }
const lamp: Order = {
  ...held,
  _id: order._id.replace(/1$/, '2'),
  number: 'T-1043',
  itemName: 'Lamp',
  quantity: 1,
  totalPrice: 0.7,
}

const always = { price: 4.9, freeFrom: null }

/** The bag contains the tray for $3.30 and the lamp for $0.70. */
for (const [unpaid, deliveryPrice, label, note] of [
  [[held, lamp], always, 'Pay all · $8.90', ['One delivery for all: $4.90.']],
  [
    [held, lamp],
    { price: 4.9, freeFrom: 6.5 },
    'Pay all · $8.90',
    ['One delivery for all: $4.90, free from $6.50 ($2.50 to go).'],
  ],
  [[held, lamp], { price: 4.9, freeFrom: 4 }, 'Pay all · $4', ['Delivery is free.']],
  [[held], always, 'Pay · $8.20', ['Includes $4.90 delivery.']],
  [
    [held],
    { price: 4.9, freeFrom: 4 },
    'Pay · $8.20',
    ['Includes $4.90 delivery, free from $4 ($0.70 to go).'],
  ],
  [[held, lamp], null, 'Pay all · $4', []],
] as const) {
  test(`a bag with ${unpaid.length} orders and ${JSON.stringify(deliveryPrice)} says '${label}' and '${note}'`, async t => {
    const net = as(ann)
      .on('GET /api/myBag', () => json(unpaid))
      .on(`GET /api/myBooking/${ann.email}`, () => json([]))
    const page = await visit(t, '/team?sheet=bag', net, charging(deliveryPrice))
    await page.until(() => page.control(label))
    assert.deepEqual(page.words('.account-sheet [aria-live] > p'), note)
  })
}

async function myOrders(t: TestContext, deliveryPrice: SentDeliveryPrice, listed: Order[]): Promise<Visit> {
  const net = as(ann)
    .on('GET /api/myBag', () => json(listed.filter(({ paid }) => !paid)))
    .on(`GET /api/myBooking/${ann.email}`, () => json(listed))
  for (const one of listed)
    net
      .on(`GET /api/booking/${one._id}`, () => json(one))
      .on(`GET /api/booking/${one._id}/timeline`, () => json([]))
      .on(`GET /api/booking/${one._id}/invoices`, () => json([]))
  const page = await visit(t, '/dashboard/myOrder', net, charging(deliveryPrice))
  await page.until(() => page.words('tbody tr').length === listed.length)
  return page
}

test('orders that are paid together have one delivery; a selected one has its own', async t => {
  const page = await myOrders(t, always, [held, lamp])
  assert.deepEqual(page.words('.send-bar p'), [
    '2 orders wait in your bag, $8.90',
    'One delivery for all: $4.90.',
  ])
  page.all<HTMLInputElement>('tbody input')[1]?.click()
  await page.until(() => page.control('Pay 1 order'))
  assert.deepEqual(page.words('.send-bar p'), ['1 order selected, $5.60', 'Includes $4.90 delivery.'])
})

const factsIn = (page: Visit, name: string) =>
  page
    .all('.order-facts > div')
    .filter(({ firstChild }) => firstChild?.textContent === name)
    .map(({ lastChild }) => lastChild?.textContent)

/** Fails if a paid order is shown with what delivery costs today. */
test('the details of an order show its own delivery: unpaid what it costs now, paid what it cost', async t => {
  const paid: Order = {
    ...lamp,
    paid: true,
    paidAt: order.createdAt,
    state: 'paid',
    transactionId: 'pi_9',
    paidAmount: 2.33,
    paidDelivery: 1.63,
  }
  const page = await myOrders(t, always, [held, paid])
  for (const [one, delivery, total] of [
    [held, '$4.90', '$8.20'],
    [paid, '$1.63', '$2.33'],
  ] as const) {
    await page.go(`/dashboard/myOrder?order=${one._id}`)
    await page.until(() => page.words('.slip-number').some(words => words.startsWith(one.number)))
    assert.deepEqual(page.words('.slip-lines > li').slice(1), [`Delivery${delivery}`])
    assert.deepEqual(page.words('.slip-total'), [`Total${total}`])
    assert.deepEqual([factsIn(page, 'Delivery'), factsIn(page, 'Total')], [[delivery], [total]])
  }
})

test('after ordering goods for the sum, the slip says that delivery is free', async t => {
  const net = as(ann)
    .on('POST /api/booking', () => json(held, 201))
    .on('GET /api/myBag', () => json([held]))
  const page = await visit(t, `/items/${tray._id}`, net, charging({ price: 4.9, freeFrom: 3 }))
  await page.until(() => page.control('ORDER NOW'))
  await page.fill({ 'Full name': 'Ann', 'Mobile number': '555', Address: '1 Test Street', Quantity: '3' })
  await page.press('ORDER NOW')
  await page.until(() => page.control('Pay now'))
  assert.deepEqual(page.words('.slip-lines > li').slice(1), ['DeliveryFree'])
  assert.deepEqual(page.words('.slip-total'), ['Total$3.30'])
})

test('after ordering, the slip has a delivery of its own, and paying all together saves it', async t => {
  const net = as(ann)
    .on('POST /api/booking', () => json(held, 201))
    .on('GET /api/myBag', () => json([held, lamp]))
  const page = await visit(t, `/items/${tray._id}`, net, charging({ price: 4.9, freeFrom: 6 }))
  await page.until(() => page.control('ORDER NOW'))
  await page.fill({ 'Full name': 'Ann', 'Mobile number': '555', Address: '1 Test Street', Quantity: '3' })
  await page.press('ORDER NOW')
  await page.until(() => page.control('Pay all 2 in your bag together'))
  assert.deepEqual(page.words('.slip-lines > li').slice(1), ['Delivery$4.90'])
  assert.deepEqual(page.words('.slip-total'), ['Total$8.20'])
  assert.match(
    page.text,
    /Pay all 2 in your bag together ?One delivery for all: \$4\.90, free from \$6 \(\$2 to go\)\./,
  )
})
