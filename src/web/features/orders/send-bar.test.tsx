import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const sending = 'POST /api/booking/send'

const toSend = (n: number): Order => ({
  ...order,
  _id: order._id.replace(/1$/, String(n)),
  number: `T-104${n}`,
  paid: true,
  state: 'paid',
  refundableAmount: 3.3,
  keptAmount: 3.3,
})
const orders = [2, 3, 4].map(toSend)
const ids = orders.map(({ _id }) => _id)

/** All that can be sent is chosen. */
async function choosing(t: TestContext, list: readonly Order[] = orders): Promise<Visit> {
  const net = as(ada)
    .on('GET /api/booking', () => json(list))
    .on(sending, () => json(orders.map(one => ({ ...one, state: 'sent' }))))
  const page = await visit(t, '/dashboard/manageAllOrders?state=paid', net)
  await page.until(() => page.words('tbody tr').length === list.length)
  await page.until(() => !page.field('Select all to send').disabled)
  page.field('Select all to send').click()
  await settle()
  return page
}

const box = (page: Visit) => page.field('Select all to send') as HTMLInputElement

const tracking = (page: Visit) => orders.map(({ number }) => page.field(`Tracking of ${number}`).value)

async function paste(page: Visit, label: string, text: string): Promise<boolean> {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(event, { clipboardData: { getData: () => text } })
  const isLeftToBrowser = page.field(label).dispatchEvent(event)
  await settle()
  return isLeftToBrowser
}

test('one box chooses all orders that can be sent, and no other', async t => {
  const page = await choosing(t, [order, ...orders])
  assert.ok(page.control('Send 3 orders'))
  assert.ok(box(page).checked)
  page.all<HTMLInputElement>('tbody input')[0]?.click()
  await settle()
  assert.deepEqual([box(page).checked, box(page).indeterminate], [false, true])
  box(page).click()
  await page.until(() => page.control('Send 3 orders'))
  box(page).click()
  await page.until(() => page.control('Send 3 orders') === undefined)
})

test('the carrier is typed once; each order has its own number', async t => {
  const page = await choosing(t)
  await page.fill({ Carrier: 'DHL', 'Tracking of T-1042': 'A 1', 'Tracking of T-1044': ' C 3 ' })
  await page.press('Send 3 orders')
  assert.deepEqual(page.net.to(sending)[0]?.body, {
    orders: [
      { id: ids[0], carrier: 'DHL', tracking: 'A 1' },
      { id: ids[1], carrier: 'DHL' },
      { id: ids[2], carrier: 'DHL', tracking: 'C 3' },
    ],
  })
})

/** Fails if a column lands in one field, or if the blank lines of a sheet move the numbers after them. */
test('a pasted column or row of numbers fills the fields downwards', async t => {
  const page = await choosing(t)
  assert.equal(await paste(page, 'Tracking of T-1042', 'A1\r\n\r\nC3\r\n'), false)
  assert.deepEqual(tracking(page), ['A1', '', 'C3'])
  await paste(page, 'Tracking of T-1043', 'B2\tC4\tD5')
  assert.deepEqual(tracking(page), ['A1', 'B2', 'C4'])
  assert.equal(await paste(page, 'Tracking of T-1042', 'A9\n'), true, 'one number is pasted by the browser')
  await page.press('Send 3 orders')
  const sent = page.net.to(sending)[0]?.body as { orders: { tracking: string }[] }
  assert.deepEqual(
    sent.orders.map(one => one.tracking),
    ['A1', 'B2', 'C4'],
  )
})

/** Fails if a slip of the mouse costs a typed number. */
test('an order that is ticked again keeps its number', async t => {
  const page = await choosing(t)
  await paste(page, 'Tracking of T-1042', 'A1\nB2\nC3')
  const [, second] = page.all<HTMLInputElement>('tbody input')
  second?.click()
  await page.until(() => page.control('Send 2 orders'))
  await page.type('Tracking of T-1042', 'A9')
  second?.click()
  await page.until(() => page.control('Send 3 orders'))
  assert.deepEqual(tracking(page), ['A9', 'B2', 'C3'])
})

test('a number that is too long is refused beside its field', async t => {
  const page = await choosing(t)
  await page.type('Tracking of T-1043', 'x'.repeat(121))
  await page.press('Send 3 orders')
  assert.equal(page.net.to(sending).length, 0)
  assert.match(page.complaint('Tracking of T-1043'), /120/)
  assert.equal(page.complaint('Tracking of T-1042'), '')
})
