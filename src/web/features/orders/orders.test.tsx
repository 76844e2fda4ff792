import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { held, json, nothing, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, ann, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const mine = `GET /api/myBooking/${ann.email}`
const remove = `DELETE /api/myBooking/${order._id}`
const paid: Order = {
  ...order,
  _id: order._id.replace(/1$/, '2'),
  paid: true,
  paidAmount: 3.3,
  state: 'paid',
  transactionId: 'pi_9',
}

async function myOrders(t: TestContext, ...lists: Order[][]): Promise<Visit> {
  const net = as(ann)
    .on(mine, ...lists.map(list => () => json(list)))
    .on('GET /api/myBag', ...lists.map(list => () => json(list.filter(one => !one.paid))))
    .on(remove, nothing)
  for (const one of lists.flat()) net.on(`GET /api/booking/${one._id}`, () => json(one))
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => page.net.to(mine).length > 0)
  return page
}

test('an unpaid order can be paid and removed, a paid one shows its transaction', async t => {
  const page = await myOrders(t, [order, paid])
  const [unpaidRow, paidRow] = page.words('tbody tr')
  assert.match(
    unpaidRow ?? '',
    /Oak Desk Tray.*Ann Example.*1 Test Street.*ann@example.com.*\$3\.30.*3.*Unpaid.*Payment.*Remove/,
  )
  assert.match(paidRow ?? '', /Paid.*pi_9$/)
  assert.doesNotMatch(paidRow ?? '', /Unpaid|Remove|PaymentPayment/)
  assert.equal(page.control('Payment', 'a')?.getAttribute('href'), `/dashboard/payment/${order._id}`)
  assert.deepEqual(page.words('th'), ['Item', 'Name and address', 'Email', 'Price', 'Quantity', 'Payment'])
  assert.deepEqual(page.net.to(mine)[0]?.query, { limit: '20' })
})

test('removing asks first, then removes the order once and refetches the list', async t => {
  const page = await myOrders(t, [order, paid], [paid])
  await page.press('Remove the order of Oak Desk Tray')
  const dialog = page.all<HTMLDialogElement>('dialog').find(({ open }) => open)
  assert.match(dialog?.textContent ?? '', /You really want to delete this product\?3 × Oak Desk Tray/)
  assert.equal(page.net.to(remove).length, 0)
  page.button('Remove Item').click()
  page.button('Remove Item').click()
  await page.until(() => page.words('tbody tr').length === 1)
  assert.equal(page.net.to(remove).length, 1)
  assert.match(page.text, /Your order of Oak Desk Tray was removed/)
  assert.equal(
    page.all<HTMLDialogElement>('dialog').some(({ open }) => open),
    false,
  )
})

/** Fails if a late response closes the dialog of another order, or keeps its button busy. */
test('a late response closes no dialog that was opened since', async t => {
  const lamp: Order = { ...order, _id: order._id.replace(/1$/, '3'), itemName: 'Lamp' }
  const page = await myOrders(t, [order, lamp], [lamp])
  const slow = held(nothing)
  page.net.on(remove, slow.answer)
  await page.press('Remove the order of Oak Desk Tray')
  await page.press('Remove Item')
  await page.press('Cancel')
  await page.press('Remove the order of Lamp')
  assert.equal(page.button('Remove Item').dataset.busy, 'false')
  slow.release()
  await page.until(() => /Your order of Oak Desk Tray was removed/.test(page.text))
  const dialog = page.all<HTMLDialogElement>('dialog').find(({ open }) => open)
  assert.match(dialog?.textContent ?? '', /3 × Lamp/)
})

test('canceling removes nothing; a refusal is shown', async t => {
  const page = await myOrders(t, [order])
  await page.press('Remove the order of Oak Desk Tray')
  await page.press('Cancel')
  assert.equal(page.net.to(remove).length, 0)
  page.net.on(remove, () => refusal('already_paid'))
  await page.press('Remove the order of Oak Desk Tray')
  await page.press('Remove Item')
  assert.match(page.text, /Refused: already_paid/)
  assert.doesNotMatch(page.text, /was removed/)
})

test('a customer without orders sees an empty list with a link to the items', async t => {
  const page = await myOrders(t, [])
  assert.match(page.text, /You have not ordered anything yet\.See our items/)
})

test('an admin sees the owner of each order, numbered from 1 across pages', async t => {
  const link = { link: '</api/booking?after=x1>; rel="next"' }
  const all = 'GET /api/booking'
  const net = as(ada).on(all, ({ query }) => (query.after ? json([paid]) : json([order], 200, link)))
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => page.control('Load more'))
  await page.press('Load more')
  assert.deepEqual(page.words('th'), [
    'SN',
    'Owner Email',
    'Order Product',
    'Quantity',
    'Total Price',
    'Payment',
  ])
  const rows = page.words('tbody tr')
  assert.match(rows[0] ?? '', /^1ann@example\.com.*3\$3\.30Unpaid$/)
  assert.match(rows[1] ?? '', /^2ann@example\.com.*3\$3\.30Paid$/)
  assert.deepEqual(
    net.to(all).map(({ query }) => query),
    [{ limit: '20' }, { limit: '20', after: 'x1' }],
  )
  assert.equal(page.control('Load more'), undefined)
})

const all = 'GET /api/booking'

const given = { ...paid, refundedAmount: 1.5 }

/** Fails if a refunded order still looks like money in the till. */
test('a refund shows beside Paid, for the customer and for the admin', async t => {
  const page = await myOrders(t, [
    given,
    { ...given, _id: 'b', refundedAmount: 3.3, refundedAt: '2026-11-16T00:00:00.000Z' },
    { ...given, _id: 'c', refundedAmount: 0, refundFailedAt: '2026-11-16T00:00:00.000Z' },
    { ...given, _id: 'd', refundedAmount: 0, disputedAt: '2026-11-16T00:00:00.000Z' },
  ])
  const chips = page
    .all('tbody tr')
    .map(row => [...row.querySelectorAll('.badge-quiet')].map(chip => chip.textContent))
  assert.deepEqual(chips, [
    ['Paid', '$1.50 of $3.30 refunded'],
    ['Paid', 'Refunded'],
    ['Paid', 'Refund failed'],
    ['Paid', 'Disputed'],
  ])
})

test('an admin sees above the orders which payments need a person, and what to do', async t => {
  const net = as(ada)
    .on(all, () => json([given]))
    .on('GET /api/attention', () =>
      json([
        {
          _id: 'r1',
          kind: 'refund_failed',
          at: '2026-11-16T12:00:00.000Z',
          amount: 37,
          itemName: 'Oak Desk Tray',
          email: 'ann@example.com',
          orderId: order._id,
          transactionId: 'pi_7',
          detail: 'expired_or_canceled_card',
          orders: [{ _id: order._id, number: 'T-1042' }],
          ordersGone: 0,
        },
      ]),
    )
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => /Needs your attention/.test(page.text))
  assert.match(page.text, /Refund failed\$37Nov 16, 2026, \d+:00 [AP]MOak Desk Tray, ann@example\.com/)
  assert.match(
    page.text,
    /Refund it again in its order.*It is about T-1042\..*pi_7 \(expired or canceled card\)/,
  )
  assert.match(page.words('tbody tr')[0] ?? '', /Paid\$1\.50 of \$3\.30 refunded/)
})

test('an attention list that fails to load says so, and the orders still load', async t => {
  const net = as(ada)
    .on(all, () => json([given]))
    .on('GET /api/attention', () => refusal('forbidden'))
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => /could not be loaded/.test(page.text))
  assert.equal(page.words('tbody tr').length, 1)
})

/** Fails if no admin is warned, or if everybody is. */
for (const [who, me, path, isWarned, others, sentence] of [
  ['the admin of', ada, '/dashboard/manageAllOrders', true, {}, /Others can reach this demo/],
  ['a customer of', ann, '/dashboard/myOrder', false, {}, /Others can reach this demo/],
  [
    'the admin with pictures apart of',
    ada,
    '/dashboard/manageAllOrders',
    true,
    { picturesNotShared: true },
    /pictures are missing/,
  ],
  [
    'a customer with pictures apart of',
    ann,
    '/dashboard/myOrder',
    false,
    { picturesNotShared: true },
    /pictures are missing/,
  ],
] as const) {
  test(`${who} a demo that others can reach is ${isWarned ? '' : 'not '}warned on the dashboard`, async t => {
    const offered = { google: true, github: true, demoAccounts: [], openDemo: true, ...others }
    const options = () => json(offered)
    const net = as(me)
      .on(all, () => json([order]))
      .on(mine, () => json([order]))
      .on('GET /api/auth/options', options)
    const page = await visit(t, path, net)
    await page.until(() => page.words('tbody tr').length === 1)
    await settle()
    assert.equal(sentence.test(page.text), isWarned)
  })
}
