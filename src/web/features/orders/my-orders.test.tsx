import assert from 'node:assert/strict'
import { QueryObserver } from '@tanstack/react-query'
import { type TestContext, test, vi } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json, lost, refusal } from '../../../../tests/helpers/web/network.ts'
import { holdClock, pass } from '../../../../tests/helpers/web/screen.ts'
import { ann, as, asVisitor, order, tray } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { syncClock } from '../../api/clock.ts'
import { queryClient } from '../../api/query-client.ts'
import { formatLeft } from './hold-left.tsx'
import { bag } from './queries.ts'

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString()

const held: Order = { ...order, heldUntil: inMs(1_800_000) }
const lamp: Order = {
  ...held,
  _id: order._id.replace(/1$/, '2'),
  number: 'T-1043',
  itemName: 'Lamp',
  totalPrice: 0.1,
}
const sent: Order = {
  ...order,
  _id: order._id.replace(/1$/, '3'),
  number: 'T-1044',
  itemName: 'Mug',
  paid: true,
  state: 'sent',
  transactionId: 'pi_9',
  sentAt: '2026-11-16T00:00:00.000Z',
  carrier: 'Post',
  tracking: '1Z',
}

async function myOrders(t: TestContext, list: Order[], search = ''): Promise<Visit> {
  const net = as(ann)
    .on(`GET /api/myBooking/${ann.email}`, () => json(list))
    .on('GET /api/myBag', () => json(list.filter(({ paid }) => !paid)))
  for (const one of list)
    net
      .on(`GET /api/booking/${one._id}`, () => json(one))
      .on(`GET /api/booking/${one._id}/invoices`, () => json([]))
      .on(`GET /api/booking/${one._id}/timeline`, () =>
        json([{ at: one.createdAt, what: 'placed', by: 'customer', detail: null }]),
      )
  const page = await visit(t, `/dashboard/myOrder${search}`, net)
  await page.until(() => page.words('tbody tr').length === list.length)
  return page
}

test('an order shows its picture, number and date; a sent one shows its shipment', async t => {
  const page = await myOrders(t, [held, sent])
  const [first = '', second = ''] = page.words('tbody tr')
  assert.match(first, /Oak Desk Tray DetailsT-1042Nov 15, 2026, \d+:30 [AP]M/)
  assert.match(second, /PaidSent by Post 1Z/)
  await page.until(() => page.all('tbody img').length === 2)
  assert.equal(page.one('tbody img').getAttribute('src'), tray.photoUrl)
})

/** Fails if the countdown stands still, or if an expired hold is still promised. */
test('the hold counts down, and says what happens after it', async t => {
  holdClock(t)
  const page = await myOrders(t, [{ ...held, heldUntil: inMs(90_500) }])
  const words = 'After that others can buy it.'
  await pass(1000)
  const before = page.words('.hold')[0] ?? ''
  assert.match(before, new RegExp(`^Held for you for 1:[23]\\d. ${words}$`))
  await pass(10_000)
  assert.notEqual(page.words('.hold')[0], before)
  await pass(90_000)
  assert.match(page.words('.hold')[0] ?? '', /^No longer held/)
})

test('the remaining time is shown in hours and minutes, or in minutes and seconds', () => {
  assert.deepEqual([3_600_000, 7_500_000, 3_599_000, 61_001, 900].map(formatLeft), [
    '1 h 0 min',
    '2 h 5 min',
    '59:59',
    '1:02',
    '0:01',
  ])
})

const payLink = (page: Visit, name: string) => page.control(name, 'a')?.getAttribute('href')

test('all unpaid orders, or the selected ones, are paid together', async t => {
  const page = await myOrders(t, [held, lamp, sent])
  assert.match(page.words('.send-bar')[0] ?? '', /2 orders wait in your bag, \$3\.40/)
  assert.equal(payLink(page, 'Pay 2 together'), `/dashboard/payment/${held._id}?with=${lamp._id}`)
  const boxes = page.all<HTMLInputElement>('tbody input')
  assert.deepEqual(
    boxes.map(box => box.getAttribute('aria-label')),
    ['T-1042', 'T-1043'].map(number => `Select ${number} to pay it together with others`),
  )
  boxes[1]?.click()
  await page.until(() => page.control('Pay 1 order'))
  assert.match(page.words('.send-bar')[0] ?? '', /1 order selected, \$0\.10/)
  assert.equal(payLink(page, 'Pay 1 order'), `/dashboard/payment/${lamp._id}`)
  boxes[1]?.click()
  await page.until(() => page.control('Pay 2 together'))
})

test('a single unpaid order offers no joint payment', async t => {
  const page = await myOrders(t, [held, sent])
  assert.deepEqual([page.words('.send-bar'), page.all('tbody input')], [[], []])
})

/** Fails if the list waits for the bag, which it does not need. */
test('the orders load even if the bag fails', async t => {
  const net = as(ann)
    .on(`GET /api/myBooking/${ann.email}`, () => json([held, lamp]))
    .on('GET /api/myBag', lost)
  holdClock(t)
  const page = await visit(t, '/dashboard/myOrder', net)
  await pass(0)
  assert.equal(page.words('tbody tr').length, 2)
  for (const pause of [1000, 2000]) await pass(pause)
  assert.match(page.text, /The list of unpaid orders could not be loaded/)
})

/** Fails if the countdown trusts the device's clock. */
test('the countdown is correct on a device with a wrong clock', async t => {
  const shopTime = Date.now() - 40 * 60_000
  const headers = { date: new Date(shopTime).toUTCString(), 'cache-control': 'no-store' }
  const one = { ...held, heldUntil: new Date(shopTime + 10 * 60_000).toISOString() }
  const net = as(ann)
    .on(`GET /api/myBooking/${ann.email}`, () => json([one], 200, headers))
    .on('GET /api/myBag', () => json([one], 200, headers))
  const page = await visit(t, '/dashboard/myOrder', net)
  await page.until(() => /Held for you for (9:\d\d|10:00)/.test(page.text))
  t.onTestFinished(() => syncClock(json([], 200, { ...headers, date: new Date().toUTCString() })))
})

test('the top bar shows the number of unpaid orders and the end of the first hold', async t => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 16, 12) })
  t.onTestFinished(() => void vi.useRealTimers())
  const until = (...at: [day: number, hour: number]) => new Date(2026, 10, ...at, 30).toISOString()
  const page = await myOrders(t, [
    { ...lamp, heldUntil: until(17, 9) },
    { ...held, heldUntil: until(16, 13) },
  ])
  const bag = await page.until(() =>
    page.control('Your bag: 2 orders to pay, the first is held until 1:30\u00a0PM'),
  )
  assert.equal(bag.getAttribute('href'), '/dashboard/myOrder')
})

/** Fails if only the time of day is shown: tomorrow's 9:30 would look like this morning's. */
test('a hold that ends on another day shows the date', async t => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 16, 23) })
  t.onTestFinished(() => void vi.useRealTimers())
  const page = await myOrders(t, [{ ...held, heldUntil: new Date(2026, 10, 17, 0, 20).toISOString() }])
  await page.until(() =>
    page.control('Your bag: 1 order to pay, the first is held until Nov 17, 12:20\u00a0AM'),
  )
})

test('an empty bag is not shown', async t => {
  const page = await myOrders(t, [sent])
  assert.deepEqual(page.all('.bag'), [])
})

const dialog = (page: Visit) => page.all<HTMLDialogElement>('dialog').find(({ open }) => open)

/** React may start the bag's query after the token is gone, because its effects run with the next render. */
test('the bag is not fetched after signing out', async t => {
  const page = await visit(t, '/team', asVisitor())
  t.onTestFinished(new QueryObserver(queryClient(), bag).subscribe(() => undefined))
  assert.deepEqual(page.net.asked, [])
})

test('the details have an address, and show everything that the shop knows', async t => {
  const page = await myOrders(t, [held])
  await page.press('Oak Desk Tray Details')
  await page.until(() => page.words('.order-facts div').length > 0)
  assert.equal(page.at(), `/dashboard/myOrder?order=${held._id}`)
  const facts = page.words('.order-facts div')
  for (const fact of ['Unit price$1.10', 'Total$3.30', 'Transaction idNone yet', `Order id${held._id}`])
    assert.ok(facts.includes(fact), `${fact}: ${facts}`)
  await page.until(() => /What happened.*Placed/.test(dialog(page)?.textContent ?? ''))
  assert.equal(page.control('Review this item'), undefined, 'nothing was bought yet')
  await page.press('Close')
  assert.equal(page.at(), '/dashboard/myOrder')
})

test('a paid order links to its receipt, to ordering again and to a review', async t => {
  const page = await myOrders(t, [sent], `?order=${sent._id}`)
  await page.until(() => page.control('Print receipt'))
  assert.deepEqual(page.words('.slip-stamp'), ['Paid'])
  assert.equal(payLink(page, 'Order again'), `/items/${tray._id}?quantity=3`)
  assert.equal(payLink(page, 'Review this item'), `/dashboard/myReview?item=${tray._id}`)
  assert.equal(page.control('Pay now'), undefined)
})

test('the address of somebody else’s order says that there is none', async t => {
  const page = await myOrders(t, [held])
  page.net.on('GET /api/booking/x', () => refusal('not_found'))
  await page.go('/dashboard/myOrder?order=x')
  await page.until(() => /There is no such order/.test(page.text))
})

/** Fails if an order that waits for its transfer is offered for a card payment together with others. */
test('an order that waits for a transfer is not among those to pay together', async t => {
  const until = '2030-11-09T12:00:00.000Z'
  const vase: Order = {
    ...lamp,
    _id: order._id.replace(/1$/, '4'),
    number: 'T-1045',
    heldUntil: until,
    transferUntil: until,
  }
  const page = await myOrders(t, [held, lamp, vase])
  await page.until(() => page.control('Pay 2 together'))
  assert.match(page.text, /2 orders wait in your bag, \$3\.40/)
  assert.equal(page.all('.order-choice').length, 2)
  assert.match(page.words('tbody tr')[2] ?? '', /Waiting for your transfer until 9 November/)
})
