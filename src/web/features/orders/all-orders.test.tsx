import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json, type RecordedCall, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'
import { queryClient } from '../../api/query-client.ts'
import { managedList } from '../items/managed-queries.ts'

const all = 'GET /api/booking'
const sending = 'POST /api/booking/send'

const toSend: Order = {
  ...order,
  _id: order._id.replace(/1$/, '2'),
  number: 'T-1043',
  paid: true,
  state: 'paid',
  transactionId: 'pi_9',
  refundableAmount: 3.3,
  keptAmount: 3.3,
}

const gone: Order = { ...toSend, state: 'sent', sentAt: '2026-11-16T10:00:00.000Z', carrier: 'Post' }

const timeline = [
  { at: '2026-11-15T09:30:00.000Z', what: 'placed', by: 'customer', detail: null },
  { at: '2026-11-15T09:31:00.000Z', what: 'declined', by: 'customer', detail: 'Your card was declined.' },
  { at: '2026-11-15T09:32:00.000Z', what: 'paid', by: 'webhook', detail: 'pi_9' },
]

/** Answers searches like the shop: searching for an id returns that order alone. */
const found =
  (...orders: Order[]) =>
  ({ query }: RecordedCall) =>
    json(orders.filter(({ _id }) => !query.search || query.search.length < 30 || query.search === _id))

async function manage(t: TestContext, query: string, ...orders: Order[]): Promise<Visit> {
  const net = as(ada)
    .on(all, found(...orders))
    .on(`GET /api/booking/${toSend._id}/timeline`, () => json(timeline))
    .on(`GET /api/booking/${toSend._id}/refunds`, () => json([]))
    .on(`GET /api/booking/${toSend._id}/invoices`, () => json([]))
  const page = await visit(t, `/dashboard/manageAllOrders${query}`, net)
  await page.until(() => page.words('tbody tr').length === orders.length)
  return page
}

const panel = (page: Visit) =>
  page.all<HTMLDialogElement>('dialog[data-side="true"]').find(({ open }) => open)

/** Whether every query of this kind is invalidated. */
const stale = (kind: string): boolean =>
  queryClient()
    .getQueryCache()
    .findAll({ queryKey: [kind] })
    .every(({ state }) => state.isInvalidated)

test('a row shows the state beside the item, and number, name, age and a Details link below it', async t => {
  const page = await manage(t, '', order, toSend, { ...gone, _id: 'x' })
  assert.deepEqual(page.words('.rows .state-chip'), ['Held', 'To send', 'Sent'])
  for (const [index, line] of page.words('.rows .order-line').entries())
    assert.match(line, new RegExp(`^T-104${index === 0 ? 2 : 3}Ann Example.+Details of T-104`))
  assert.equal(page.one('.rows time').getAttribute('datetime'), order.createdAt)
  await page.until(() => page.all('tbody img').length === 3)
  assert.deepEqual(page.words('tbody td:first-child'), ['1', '2', '3'], 'the picture has no words')
})

test('a search announces its number of matches; the full list does not', async t => {
  const page = await manage(t, '?state=paid', toSend)
  const announced = () => page.words('.found-items > [role=status]')
  assert.deepEqual(announced(), ['1 order found'])
  await page.go('/dashboard/manageAllOrders')
  await page.until(() => announced()[0] === '')
})

test('a search without matches offers the full list', async t => {
  const page = await manage(t, '?search=nobody')
  await page.until(() => /No orders match/.test(page.text))
  assert.deepEqual(page.words('.found-items > [role=status]'), ['No orders found'])
  assert.equal(page.control('Show all orders', 'a')?.getAttribute('href'), '/dashboard/manageAllOrders')
})

test('an order opens at the side, with all facts and its timeline, and closes again', async t => {
  const page = await manage(t, '?state=paid', toSend)
  await page.press('Details of T-1043')
  assert.equal(page.at(), `/dashboard/manageAllOrders?state=paid&order=${toSend._id}`)
  const side = await page.until(() => panel(page))
  await page.until(() => /What happened.*Card declined/.test(side.textContent ?? ''))
  assert.match(side.textContent ?? '', /T-1043To send/)
  assert.match(side.textContent ?? '', /Card declined.*Your card was declined\..*Paid(?! by)/)
  assert.ok(page.words('[data-side="true"] .order-facts div').includes('Address1 Test Street'))
  await page.press('Close')
  assert.equal(page.at(), '/dashboard/manageAllOrders?state=paid')
  assert.equal(panel(page), undefined)
})

test('an address with an order opens it, and a missing order says so', async t => {
  const page = await manage(t, `?order=${toSend._id}`, toSend)
  await page.until(() => panel(page)?.textContent?.includes('T-1043'))
  for (const missing of [order._id.replace(/1$/, '9'), 'oak']) {
    await page.go(`/dashboard/manageAllOrders?order=${missing}`)
    await page.until(() => panel(page)?.textContent?.includes('There is no such order'))
  }
})

/** Fails if a failed background refetch replaces the panel or the whole page. */
test('typed text stays when a refetch of the order or the role fails', async t => {
  const page = await manage(t, `?order=${toSend._id}`, toSend)
  await page.until(() => page.control('Send', 'button'))
  await page.type('Tracking', 'PP 4')
  const tooMany = () => refusal('too_many_requests')
  for (const call of [`GET /api/admin/${ada.email}`, 'GET /api/booking']) {
    page.net.on(call, tooMany)
    await queryClient().invalidateQueries()
    await settle()
    assert.equal(page.field('Tracking').value, 'PP 4', call)
  }
})

test('an order is sent from its panel, with an optional carrier and tracking number', async t => {
  const page = await manage(t, `?order=${toSend._id}`, toSend)
  await page.until(() => page.control('Send', 'button'))
  page.net.on(sending, () => json([gone])).on(all, found(gone))
  await queryClient().prefetchInfiniteQuery(managedList(false, ''))
  assert.ok(!stale('items'))
  await page.fill({ Carrier: 'Post', Tracking: ' ' })
  await page.press('Send')
  assert.deepEqual(page.net.to(sending)[0]?.body, { orders: [{ id: toSend._id, carrier: 'Post' }] })
  assert.ok(stale('items'), 'sending changes the stock')
  await page.until(() => /T-1043 is sent/.test(page.words('.toasts').join()))
  const unsend = `POST /api/booking/${toSend._id}/unsend`
  page.net.on(unsend, () => json(toSend)).on(all, found(toSend))
  await page.until(() => page.control('Undo sending', 'button'))
  await page.press('Undo sending')
  assert.equal(page.net.to(unsend).length, 1)
  await page.until(() => page.control('Send', 'button'))
})

test('several orders are selected and sent at once, and that can be undone', async t => {
  const second = { ...toSend, _id: order._id.replace(/1$/, '3'), number: 'T-1044' }
  const page = await manage(t, '', order, toSend, second)
  assert.equal(page.all('tbody input[type=checkbox]').length, 2)
  for (const box of page.all<HTMLInputElement>('tbody input')) box.click()
  await page.until(() => page.control('Send 2 orders', 'button'))
  const sent = [gone, { ...gone, _id: second._id, number: 'T-1044' }]
  page.net.on(sending, () => json(sent)).on(all, found(order, ...sent))
  await page.press('Send 2 orders')
  assert.deepEqual(page.net.to(sending)[0]?.body, { orders: [{ id: toSend._id }, { id: second._id }] })
  await page.until(() => page.control('Undo', 'button'))
  for (const { _id } of sent) page.net.on(`POST /api/booking/${_id}/unsend`, () => json(toSend))
  await page.press('Undo')
  for (const { _id } of sent) assert.equal(page.net.to(`POST /api/booking/${_id}/unsend`).length, 1)
  await page.until(() => !page.control('Undo', 'button'))
})

/** Fails if the first refusal stops the undo: pressed again, it would fail on the order that is already undone. */
test('undo continues after a refusal, shows it, and can be retried for the rest', async t => {
  const numbers = ['2', '3', '4']
  const sent = numbers.map(n => ({ ...gone, _id: order._id.replace(/1$/, n), number: `T-104${n}` }))
  const page = await manage(t, '', ...sent.map(one => ({ ...one, state: 'paid' as const })))
  for (const box of page.all<HTMLInputElement>('tbody input')) box.click()
  page.net.on(sending, () => json(sent)).on(all, found(...sent))
  await page.until(() => page.control('Send 3 orders', 'button'))
  await page.press('Send 3 orders')
  await page.until(() => page.control('Undo', 'button'))
  const [first, second, third] = sent.map(({ _id }) => `POST /api/booking/${_id}/unsend`)
  page.net.on(first ?? '', () => refusal('not_sent'))
  page.net.on(second ?? '', () => refusal('too_many_requests'))
  page.net.on(third ?? '', () => json(toSend))
  await page.press('Undo')
  await page.until(() => /Refused: too_many_requests/.test(page.text))
  await page.until(() => /1 order sent/.test(page.text))
  page.net.on(second ?? '', () => json(toSend))
  await page.press('Undo')
  await page.until(() => !page.control('Undo', 'button'))
  const presses = [first, second, third].map(call => page.net.to(call ?? '').length)
  assert.deepEqual(presses, [1, 2, 1])
})

/** Fails if the focus falls back to the body: the keyboard would start at the top of the page. */
test('the focus stays in the bar when Send and Undo disappear', async t => {
  const page = await manage(t, '', toSend)
  page.one<HTMLInputElement>('tbody input').click()
  const send = await page.until(() => page.control('Send 1 order', 'button'))
  const bar = send.closest('.send-place')
  send.focus()
  page.net.on(sending, () => json([gone])).on(all, found(gone))
  await page.press('Send 1 order')
  const undo = await page.until(() => page.control('Undo', 'button'))
  assert.ok(document.activeElement === bar)
  undo.focus()
  page.net.on(`POST /api/booking/${toSend._id}/unsend`, () => json(toSend)).on(all, found(toSend))
  await page.press('Undo')
  await page.until(() => !page.control('Undo', 'button'))
  assert.ok(document.activeElement === bar)
})

test('an order that cannot be sent shows why, and the selection stays', async t => {
  const page = await manage(t, '', toSend)
  page.one<HTMLInputElement>('tbody input').click()
  await page.until(() => page.control('Send 1 order', 'button'))
  page.net.on(sending, () => refusal('not_sendable', { ids: [toSend._id] }))
  await page.press('Send 1 order')
  await page.until(() => /Refused: not_sendable/.test(page.text))
  assert.ok(page.control('Send 1 order', 'button'))
})
