import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { AttentionEntry } from '#contract/attention.ts'
import type { Order } from '#contract/orders.ts'
import { json, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { shopWithCards, start } from '../../../../tests/helpers/web/shop-with-cards.ts'
import { ada, ann, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { ordersKey } from '../../api/query-keys.ts'

const all = 'GET /api/booking'
const sending = 'POST /api/booking/send'
const since = '2026-11-16T00:00:00.000Z'

const another = (order: Order, last: string, number: string): Order => ({
  ...order,
  _id: order._id.replace(/1$/, last),
  number,
})

const checked: Order = { ...order, paymentUnmatchedAt: since }

const mine = (...list: Order[]): Network =>
  as(ann)
    .on(`GET /api/myBooking/${ann.email}`, () => json(list))
    .on('GET /api/myBag', () => json(list.filter(({ paid }) => !paid)))
    .on(`GET /api/booking/${order._id}`, () => json(list[0]))
    .on(`GET /api/booking/${order._id}/timeline`, () => json([]))

/** Fails if the page leads to a payment that the shop refuses, or does not say why. */
test('an order whose payment is being checked cannot be paid, and says why', async t => {
  const others = [another(order, '2', 'T-1043'), another(order, '3', 'T-1044')]
  const page = await visit(t, `/dashboard/myOrder?order=${order._id}`, mine(checked, ...others))
  await page.until(() => page.all('[data-side="true"] .order-facts').length === 1)
  const [first = '', second = ''] = page.words('tbody tr')
  assert.match(first, /received a payment that may be for this order and are checking it/)
  assert.match(first, /so that you are not charged twice/)
  assert.doesNotMatch(first, /Held for you|No longer held/)
  assert.doesNotMatch(second, /checking it/)
  assert.equal(page.all(`tbody a[href="/dashboard/payment/${order._id}"]`).length, 0)
  assert.equal(page.all('tbody input[type=checkbox]').length, 2, 'it has no checkbox for a joint payment')
  assert.match(page.words('.send-bar')[0] ?? '', /2 orders wait in your bag/)
  assert.match(page.words('[data-side="true"]')[0] ?? '', /checking it/)
  assert.equal(page.control('Pay now', 'a'), undefined)
})

test('the payment page of an order whose payment is being checked asks for no card', async t => {
  const net = shopWithCards().on(start, () => refusal('payment_unmatched'))
  const page = await visit(t, `/dashboard/payment/${order._id}`, net)
  await page.until(() => /A payment for this order is being checked\./.test(page.text))
  assert.match(page.text, /Refused: payment_unmatched/)
  assert.equal(page.control('Try again', 'button'), undefined)
})

const entry: AttentionEntry = {
  _id: 'pi_7',
  kind: 'no_order',
  at: '2026-11-16T12:00:00.000Z',
  amount: 20,
  currency: 'USD',
  itemName: '2 × Goods 1 and 2 more',
  email: 'ann@example.com',
  orderId: null,
  orders: [
    { _id: order._id, number: 'T-1042' },
    { _id: order._id.replace(/1$/, '2'), number: 'T-1043' },
  ],
  ordersGone: 1,
  transactionId: 'pi_7',
  detail: '',
}

/** Fails if an admin cannot tell which orders a charge names. */
test('a charge without an order lists and links the orders that exist', async t => {
  const net = as(ada)
    .on(all, () => json([order]))
    .on('GET /api/attention', () =>
      json([
        entry,
        { ...entry, _id: 'pi_8', orders: [], ordersGone: 2 },
        { ...entry, _id: 'du_1', kind: 'dispute_lost', orders: entry.orders.slice(0, 1), ordersGone: 0 },
      ]),
    )
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => /Needs your attention/.test(page.text))
  const [some = '', none = '', lost = ''] = page.words('[aria-labelledby="attention"] li')
  assert.match(some, /It names T-1042, T-1043 and 1 order that is gone\./)
  assert.match(none, /It names 2 orders that are gone\./)
  assert.match(lost, /^Dispute lost\$20.*It is about T-1042\./)
  assert.deepEqual(
    page.all('[aria-labelledby="attention"] li:first-child a').map(link => link.getAttribute('href')),
    entry.orders.map(({ _id }) => `/dashboard/manageAllOrders?order=${_id}`),
  )
})

const toSend: Order = {
  ...order,
  paid: true,
  state: 'paid',
  transactionId: 'pi_9',
  refundableAmount: 3.3,
  keptAmount: 3.3,
}
const disputed: Order = { ...toSend, disputedAt: since, refundsBlockedAt: since, refundableAmount: 0 }

const managed = (...orders: Order[]): Network => {
  const net = as(ada).on(all, ({ query }) =>
    json(query.search ? orders.filter(({ _id }) => _id === query.search) : orders),
  )
  for (const { _id } of orders)
    for (const part of ['timeline', 'invoices', 'refunds'])
      net.on(`GET /api/booking/${_id}/${part}`, () => json([]))
  return net.on(sending, () => json(orders.map(one => ({ ...one, state: 'sent', sentAt: since }))))
}

/** Fails if a disputed order is sent without a warning, or without the admin's confirmation to the shop. */
test('the panel of a disputed order warns before it is sent, and offers no refund', async t => {
  const page = await visit(t, `/dashboard/manageAllOrders?order=${order._id}`, managed(disputed))
  await page.until(() => page.control('Send despite the dispute', 'button'))
  assert.match(page.words('[role=note]').join(), /T-1042 is disputed: the customer has asked their bank/)
  const refund = page.words('section[aria-labelledby="refund"]').join()
  assert.match(refund, /disputed this payment with their bank.*Answer the dispute at the card provider/)
  assert.equal(page.all('input[name=amount]').length, 0)
  await page.press('Send despite the dispute')
  assert.deepEqual(page.net.to(sending)[0]?.body, { orders: [{ id: order._id }], evenIfDisputed: true })
})

test('the bar names the disputed order among several', async t => {
  const other = another(toSend, '2', 'T-1043')
  const page = await visit(t, '/dashboard/manageAllOrders', managed(disputed, other))
  await page.until(() => page.all('tbody input').length === 2)
  for (const box of page.all<HTMLInputElement>('tbody input')) box.click()
  await page.until(() => page.control('Send 2 orders, 1 disputed', 'button'))
  assert.match(page.words('[role=note]').join(), /^T-1042 is disputed/)
  await page.press('Send 2 orders, 1 disputed')
  assert.deepEqual(page.net.to(sending)[0]?.body, {
    orders: [{ id: disputed._id }, { id: other._id }],
    evenIfDisputed: true,
  })
})

test('a dispute that the shop lost shows beside the order, which can no longer be sent', async t => {
  const lost: Order = {
    ...disputed,
    state: 'refunded',
    refundedAt: since,
    disputeLostAmount: 3.3,
    keptAmount: 0,
  }
  const page = await visit(t, `/dashboard/manageAllOrders?order=${order._id}`, managed(lost))
  await page.until(() => page.words('h3').includes('Refund'))
  assert.deepEqual(page.words('tbody .badge-quiet'), ['Paid', '$3.30 lost to a dispute'])
  assert.ok(page.words('.state-chip').includes('Refunded'))
  assert.equal(page.all('tbody input').length, 0)
  assert.match(page.words('section[aria-labelledby="refund"]').join(), /This payment was lost to a dispute/)
})

/** Fails if a selection outlives a refund: the bar would offer to send a refunded order. */
test('a selected order that can no longer be sent is not sent with the others', async t => {
  const other = another(toSend, '2', 'T-1043')
  const page = await visit(t, '/dashboard/manageAllOrders', managed(toSend, other))
  await page.until(() => page.all('tbody input').length === 2)
  for (const box of page.all<HTMLInputElement>('tbody input')) box.click()
  await page.until(() => page.control('Send 2 orders', 'button'))
  const back = { ...toSend, refundPendingAmount: 3.3, refundableAmount: 0, keptAmount: 0 }
  page.net.on(all, () => json([back, other]))
  await queryClient().invalidateQueries({ queryKey: ordersKey })
  await page.until(() => page.control('Send 1 order', 'button'))
  await page.press('Send 1 order')
  assert.deepEqual(page.net.to(sending)[0]?.body, { orders: [{ id: other._id }] })
})
