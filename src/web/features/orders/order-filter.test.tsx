import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json, type RecordedCall } from '../../../../tests/helpers/web/network.ts'
import { holdClock } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const all = 'GET /api/booking'

const toSend: Order = { ...order, _id: order._id.replace(/1$/, '2'), number: 'T-1043' }

async function manage(t: TestContext, query: string, one: Order): Promise<Visit> {
  const net = as(ada).on(all, ({ query }: RecordedCall) =>
    json(query.search && query.search.length > 30 && query.search !== one._id ? [] : [one]),
  )
  for (const part of ['timeline', 'refunds', 'invoices'])
    net.on(`GET /api/booking/${one._id}/${part}`, () => json([]))
  const page = await visit(t, `/dashboard/manageAllOrders${query}`, net)
  await page.until(() => page.words('tbody tr').length === 1)
  return page
}

const panel = (page: Visit) =>
  page.all<HTMLDialogElement>('dialog[data-side="true"]').find(({ open }) => open)

test('search and filters are in the address and are sent to the shop', async t => {
  const page = await manage(t, '?state=paid', order)
  assert.deepEqual(page.net.to(all)[0]?.query, { limit: '20', state: 'paid' })
  await page.type('Search orders', 'T-1042')
  await page.until(() => page.at() === '/dashboard/manageAllOrders?state=paid&search=T-1042')
  await page.type('From', '2026-11-01')
  await page.type('State', '')
  assert.equal(page.at(), '/dashboard/manageAllOrders?search=T-1042&from=2026-11-01')
  assert.deepEqual(page.net.to(all).at(-1)?.query, { limit: '20', search: 'T-1042', from: '2026-11-01' })
})

test('orders that wait for a transfer have a filter, and say so in the list and the panel', async t => {
  const until = '2030-11-09T12:00:00.000Z'
  const page = await manage(t, '', { ...order, heldUntil: until, transferUntil: until })
  assert.match(page.words('tbody tr')[0] ?? '', /Awaiting transfer/)
  await page.type('State', 'awaiting_transfer')
  assert.equal(page.at(), '/dashboard/manageAllOrders?state=awaiting_transfer')
  assert.deepEqual(page.net.to(all).at(-1)?.query, { limit: '20', state: 'awaiting_transfer' })
  await page.press('Details of T-1042')
  await page.until(() => panel(page)?.textContent?.includes('T-1042Awaiting transfer'))
})

/** Fails if whatever somebody has typed into the address is sent: the shop refuses it, and there is no list. */
test('a filter that does not exist counts as none', async t => {
  const page = await manage(t, '?state=nonsense&from=2026-02-30&to=2026-13-99', order)
  assert.deepEqual(page.net.to(all)[0]?.query, { limit: '20' })
})

/** Fails if a changed day has no effect, is taken for the other day, or replaces the search in the history. */
test('changing only the day refetches, and adds a history entry', async t => {
  const page = await manage(t, '?search=T-1&from=2026-11-01', order)
  const asked = () => page.net.to(all).at(-1)?.query
  assert.deepEqual(asked(), { limit: '20', search: 'T-1', from: '2026-11-01' })
  await page.type('From', '2026-11-02')
  await page.until(() => asked()?.from === '2026-11-02')
  assert.deepEqual(asked(), { limit: '20', search: 'T-1', from: '2026-11-02' })
  await page.type('To', '2026-11-05')
  await page.until(() => asked()?.to === '2026-11-05')
  assert.deepEqual(asked(), { limit: '20', search: 'T-1', from: '2026-11-02', to: '2026-11-05' })
  await page.type('To', '2026-11-06')
  await page.until(() => asked()?.to === '2026-11-06')
  assert.equal(page.at(), '/dashboard/manageAllOrders?search=T-1&from=2026-11-02&to=2026-11-06')
  for (const to of ['2026-11-05', null]) {
    window.history.back()
    await page.until(() => new URLSearchParams(page.at().split('?')[1]).get('to') === to)
  }
  window.history.back()
  await page.until(() => page.at() === '/dashboard/manageAllOrders?search=T-1&from=2026-11-01')
  await page.until(() => page.field('From').value === '2026-11-01')
  await page.type('From', '')
  await page.until(() => page.at() === '/dashboard/manageAllOrders?search=T-1')
})

/** Fails if every pause adds an entry, or if the first and the last letter do not. */
test('Back skips the letters in between, and goes back to no search', async t => {
  const page = await manage(t, '?state=paid', order)
  for (const text of ['T', 'T-1', 'T-10']) {
    await page.type('Search orders', text)
    await page.until(() => page.at().endsWith(`search=${text}`))
  }
  await page.type('Search orders', '')
  await page.until(() => page.at() === '/dashboard/manageAllOrders?state=paid')
  window.history.back()
  await page.until(() => page.at() === '/dashboard/manageAllOrders?state=paid&search=T-10')
  window.history.back()
  await page.until(() => page.at() === '/dashboard/manageAllOrders?state=paid')
})

/** Fails if the search is applied to the address from when typing started. */
test('a state selected while typing stays', async t => {
  const page = await manage(t, '', order)
  // On a slow machine the pause after typing could end before the state is selected.
  holdClock(t)
  await page.type('Search orders', 'oak')
  await page.go('/dashboard/manageAllOrders?state=held')
  await page.until(() => page.at() === '/dashboard/manageAllOrders?state=held&search=oak')
})

/** Fails if a selection replaces the search in the history, or if a closed panel adds an entry. */
test('Back undoes one selection at a time, and a closed panel adds no history entry', async t => {
  const page = await manage(t, '?search=T-1', toSend)
  await page.type('State', 'paid')
  await page.press('Details of T-1043')
  await page.until(() => panel(page))
  await page.press('Close')
  assert.equal(page.at(), '/dashboard/manageAllOrders?search=T-1&state=paid')
  window.history.back()
  await page.until(() => page.at() === '/dashboard/manageAllOrders?search=T-1')
})

test('an incomplete year requests nothing', async t => {
  const page = await manage(t, '', order)
  const before = page.net.to(all).length
  await page.type('From', '0002-11-15')
  assert.equal(page.net.to(all).length, before)
  assert.equal(page.at(), '/dashboard/manageAllOrders')
})
