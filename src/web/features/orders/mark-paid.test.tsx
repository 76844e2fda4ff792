import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json, lost, type Network, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const other: Order = {
  ...order,
  _id: order._id.replace(/1$/, '2'),
  number: 'T-1043',
  itemName: 'Tin Cup',
  totalPrice: 12.5,
  quantity: 1,
}
const paidOther: Order = {
  ...other,
  _id: order._id.replace(/1$/, '3'),
  number: 'T-1044',
  state: 'paid',
  paid: true,
}
const ofBob: Order = {
  ...other,
  _id: order._id.replace(/1$/, '4'),
  number: 'T-1045',
  email: 'bob@example.com',
}

const marking = `POST /api/booking/${order._id}/paid`
const amount = 'Amount received ($)'
const today = new Date().toISOString().slice(0, 10)

/** The panel of an unpaid order that may change during the test. */
const shopOf = (now: () => Order): Network =>
  as(ada)
    .on('GET /api/booking', () => json([now(), other, paidOther, ofBob]))
    .on(`GET /api/booking/${order._id}/timeline`, () => json([]))
    .on(`GET /api/booking/${order._id}/invoices`, () => json([]))
    .on(`GET /api/booking/${order._id}/refunds`, () => json([]))

async function panel(t: TestContext, net: Network): Promise<Visit> {
  const page = await visit(t, `/dashboard/manageAllOrders?order=${order._id}`, net)
  await page.until(
    () => page.words('h3').includes('Mark as paid') && page.text.includes('T-1043, Tin Cup, $12.50'),
  )
  return page
}

const inSection = (page: Visit) => page.words('section[aria-labelledby="mark-paid"]').join()

test('the form starts with what the order costs, and afterwards the panel says how it was paid', async t => {
  let now = order
  const page = await panel(
    t,
    shopOf(() => now).on(marking, () => {
      now = {
        ...order,
        state: 'paid',
        paid: true,
        paidAmount: 3.3,
        refundableAmount: 3.3,
        keptAmount: 3.3,
        paidBy: { method: 'cash', on: today },
      }
      return json([now])
    }),
  )
  assert.deepEqual([page.field(amount).value, page.field('Received on').value], ['3.3', today])
  await page.fill({ 'How it was paid': 'cash', Note: ' Statement 44 ' })
  await page.press('Mark $3.30 as paid')
  const [asked] = page.net.to(marking)
  assert.deepEqual(asked?.body, { method: 'cash', amount: 3.3, date: today, note: 'Statement 44' })
  assert.ok(asked?.headers.get('idempotency-key'))
  await page.until(() => /How it was paidPaid in cash on/.test(page.text))
  assert.match(page.text, /T-1042: marked as paid/)
  assert.ok(!page.words('h3').includes('Mark as paid'))
  assert.match(page.text, /Return the money yourself/)
})

test('other unpaid orders of the customer can be paid with it; the amount follows', async t => {
  const page = await panel(
    t,
    shopOf(() => order).on(marking, () => json([order, other])),
  )
  assert.doesNotMatch(inSection(page), /T-1044|T-1045/)
  page.field('T-1043, Tin Cup, $12.50').click()
  await page.until(() => page.control('Mark $15.80 as paid'))
  assert.equal(page.field(amount).value, '15.8')
  await page.press('Mark $15.80 as paid')
  assert.deepEqual(page.net.to(marking)[0]?.body, {
    method: 'transfer',
    amount: 15.8,
    date: today,
    note: '',
    with: [other._id],
  })
})

test('a wrong amount or day shows its error under the field before anything is sent', async t => {
  const page = await panel(
    t,
    shopOf(() => order),
  )
  await page.fill({ [amount]: '3', 'Received on': '2090-01-01' })
  await page.press('Mark $3.30 as paid')
  assert.equal(page.complaint(amount), 'This order costs $3.30.')
  assert.equal(page.complaint('Received on'), 'This day has not come yet.')
  await page.fill({ [amount]: '', 'Received on': '2020-01-01' })
  await page.press('Mark $3.30 as paid')
  assert.equal(page.complaint(amount), 'Amount is required')
  assert.equal(page.complaint('Received on'), 'This is more than a year ago.')
  assert.equal(page.net.to(marking).length, 0)
})

/** Fails if the form forgets its key: the shop could not tell a repeat from a second payment. */
test('a request whose answer got lost is repeated with the same key', async t => {
  const page = await panel(
    t,
    shopOf(() => order).on(marking, lost, () =>
      refusal('already_paid', { detail: 'This order is already paid.' }),
    ),
  )
  await page.press('Mark $3.30 as paid')
  assert.match(page.text, /We could not reach the shop/)
  await page.press('Mark $3.30 as paid')
  const [first, second] = page.net.to(marking).map(({ headers }) => headers.get('idempotency-key'))
  assert.ok(first)
  assert.equal(first, second)
  assert.match(page.text, /This order is already paid\./)
})

test('the amount may have a comma, but no thousands separator', async t => {
  const page = await panel(
    t,
    shopOf(() => order).on(marking, () => json([order])),
  )
  await page.type(amount, '3,300')
  await page.press('Mark $3.30 as paid')
  assert.equal(page.complaint(amount), 'Leave out the thousands separator: write 1234 or 1.23.')
  await page.type(amount, '3,30')
  await page.press('Mark $3.30 as paid')
  assert.deepEqual(
    page.net.to(marking).map(({ body }) => (body as { amount: number }).amount),
    [3.3],
  )
})

test('an order that waits for a transfer says so to the admin', async t => {
  const until = '2030-11-09T12:00:00.000Z'
  const page = await panel(
    t,
    shopOf(() => ({ ...order, heldUntil: until, transferUntil: until })),
  )
  assert.match(inSection(page), /Waiting for a transfer until 9 November/)
})

/** Fails if the form only knows what delivery costs today. */
test('the amount is what the customer was told to transfer', async t => {
  const until = '2030-11-09T12:00:00.000Z'
  const page = await panel(
    t,
    shopOf(() => ({ ...order, heldUntil: until, transferUntil: until, transferDelivery: 4.9 })).on(
      marking,
      () => json([order]),
    ),
  )
  assert.equal(page.field(amount).value, '8.2')
  assert.match(inSection(page), /What the customer was told to transfer\. Also possible: \$3\.30\./)
  assert.match(page.text, /Delivery\$4\.90Total\$8\.20/)
  await page.fill({ [amount]: '5' })
  await page.press('Mark as paid')
  assert.equal(page.complaint(amount), 'This order costs $3.30. The customer was told to transfer $8.20.')
  await page.fill({ [amount]: '8.2' })
  await page.press('Mark as paid')
  assert.equal(Object(page.net.to(marking)[0]?.body).amount, 8.2)
})
