import assert from 'node:assert/strict'
import { type TestContext, test } from 'vitest'
import type { Insights } from '#contract/insights.ts'
import { held, json, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, as, tray } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const call = 'GET /api/insights'

const insights: Insights = {
  currency: 'USD',
  days: [
    { date: '2026-11-15', takings: 12.5, orders: 1, units: 2, refunds: 0, disputes: 0 },
    { date: '2026-11-16', takings: 50, orders: 2, units: 3, refunds: 5, disputes: 0 },
  ],
  previousDays: [
    { date: '2026-11-13', takings: 40, orders: 3, units: 4, refunds: 0, disputes: 0 },
    { date: '2026-11-14', takings: 10, orders: 1, units: 1, refunds: 0, disputes: 0 },
  ],
  totals: { takings: 62.5, orders: 3, units: 5, refunds: 5, disputes: 0, average: 20.83 },
  previous: { takings: 50, orders: 4, units: 5, refunds: 0, disputes: 0, average: 12.5 },
  best: [{ itemId: tray._id, name: tray.name, units: 5, takings: 62.5 }],
  low: [
    { itemId: tray._id, name: tray.name, free: 0, soldInWeek: 3 },
    ...Array.from({ length: 6 }, (_, index) => ({
      itemId: tray._id.replace(/1$/, String(index + 2)),
      name: `Lamp ${index}`,
      free: 3,
      soldInWeek: 6,
    })),
  ],
  vouchers: [],
  toSend: 4,
  unpaid: 10_000,
  lapsed: 0,
}

const open = (t: TestContext, query = '', response: Insights = insights) =>
  visit(
    t,
    `/dashboard/manageAllOrders${query}`,
    as(ada)
      .on(call, () => json(response))
      .on('GET /api/booking', () => json([])),
  )

test('the figures of a period appear above all orders, each compared with the previous period', async t => {
  const page = await open(t)
  await page.until(() => page.words('.sales-figures div').length === 5)
  assert.deepEqual(page.net.to(call)[0]?.query, { days: '30' })
  assert.deepEqual(page.words('.sales-figures div'), [
    'Sales$62.50▲ 25%25 percent more than the previous 30 days',
    'Orders3▼ 25%25 percent less than the previous 30 days',
    'Average order$20.83▲ 67%67 percent more than the previous 30 days',
    'Units5± 0%as much as the previous 30 days',
    'Refunds$5–the previous 30 days: none',
  ])
})

/** Fails if money that banks took back shows nowhere, or if every shop gets a row for it. */
test('losses to disputes show only when there are any', async t => {
  const [first, last] = insights.days
  assert.ok(first && last)
  const page = await open(t, '', {
    ...insights,
    days: [first, { ...last, disputes: 12.5 }],
    totals: { ...insights.totals, disputes: 12.5 },
  })
  await page.until(() => page.words('.sales-figures div').length === 6)
  assert.equal(page.words('.sales-figures div').at(-1), 'Lost to disputes$12.50–the previous 30 days: none')
  await page.press('As a table')
  assert.deepEqual(page.words('.sales-table tr'), [
    'DaySalesBeforeOrdersUnitsRefundsLost to disputes',
    'Nov 15$12.50$40.0012$0.00$0.00',
    'Nov 16$50.00$10.0023$5.00$12.50',
  ])
})

test('the address selects the period, and its other parameters stay', async t => {
  const page = await open(t, '?state=paid&days=7')
  await page.until(() => page.control('Shop performance'))
  await page.press('Shop performance')
  assert.deepEqual(page.net.to(call)[0]?.query, { days: '7' })
  assert.deepEqual(page.words('[aria-label="Period"] [aria-current="true"]'), ['7 days'])
  await page.press('Year')
  assert.equal(page.at(), '/dashboard/manageAllOrders?state=paid&days=365')
  await page.press('30 days')
  assert.equal(page.at(), '/dashboard/manageAllOrders?state=paid')
  assert.deepEqual(
    page.net.to(call).map(({ query }) => query.days),
    ['7', '365', '30'],
  )
})

test('an unknown period falls back to the default', async t => {
  const page = await open(t, '?days=5')
  await page.until(() => page.words('.sales-figures div').length === 5)
  assert.deepEqual(page.net.to(call)[0]?.query, { days: '30' })
})

test('the bars have the same figures as the optional table', async t => {
  const page = await open(t)
  await page.until(() => page.all('.bar-fill').length === 2)
  assert.deepEqual(
    page.all('.bar-fill').map(bar => bar.getAttribute('height')),
    ['25', '100'],
  )
  assert.deepEqual(
    page.all('.bar-before').map(bar => bar.getAttribute('height')),
    ['80', '20'],
  )
  assert.deepEqual(page.words('.sales-bar title'), [
    'Nov 15: $12.50, 1 order; Nov 13: $40',
    'Nov 16: $50, 2 orders; Nov 14: $10',
  ])
  assert.equal(page.all('.sales-table').length, 0)
  await page.press('As a table')
  assert.deepEqual(page.words('.sales-table tr'), [
    'DaySalesBeforeOrdersUnitsRefunds',
    'Nov 15$12.50$40.0012$0.00',
    'Nov 16$50.00$10.0023$5.00',
  ])
  await page.press('As a table')
  assert.equal(page.all('.sales-table').length, 0)
})

test('the vouchers that were used are folded below the figures', async t => {
  const vouchers = [
    { code: 'WELCOME10', uses: 1200, discount: 2415.5 },
    { code: 'FREE', uses: 1, discount: 12 },
  ]
  const page = await open(t, '', { ...insights, vouchers })
  await page.until(() => page.all('.used-vouchers').length === 1)
  assert.equal(page.one<HTMLDetailsElement>('.used-vouchers').open, false)
  assert.deepEqual(page.words('.used-vouchers tr'), [
    'CodePaymentsDiscount',
    'WELCOME101,200$2,415.50',
    'FREE1$12.00',
  ])
})

/** Fails if a shop without vouchers has a table of nothing. */
test('without used vouchers nothing is shown of them', async t => {
  const page = await open(t)
  await page.until(() => page.words('.sales-figures div').length === 5)
  assert.doesNotMatch(page.text, /Vouchers/)
})

test('today has no bars', async t => {
  const page = await open(t, '?days=1', { ...insights, days: insights.days.slice(-1) })
  await page.until(() => page.words('.sales-figures div').length === 5)
  assert.equal(page.all('.sales-chart').length, 0)
  assert.match(page.text, /as much as yesterday/)
})

test('items link to their panels, and waiting counts to their orders', async t => {
  const page = await open(t)
  await page.until(() => page.words('.waiting li').length === 3)
  assert.deepEqual(page.words('.waiting li'), ['4 to send', '10,000+ unpaid', '0 lapsed'])
  assert.deepEqual(
    page.all<HTMLAnchorElement>('.waiting a').map(link => link.getAttribute('href')),
    ['paid', 'held', 'lapsed'].map(state => `/dashboard/manageAllOrders?state=${state}`),
  )
  assert.deepEqual(page.words('[aria-labelledby="best-items"] li'), ['Oak Desk Tray5 sold $62.50'])
  assert.equal(
    page.one('[aria-labelledby="best-items"] a').getAttribute('href'),
    `/dashboard/manageItems?item=${tray._id}`,
  )
  const low = () => page.words('[aria-labelledby="low-items"] li')
  assert.deepEqual(low().slice(0, 2), ['Oak Desk TraySold out', 'Lamp 03 left, about 4 days’ worth'])
  assert.equal(low().length, 3)
  await page.press('Show 4 more')
  assert.equal(low().length, 7)
})

test('the section collapses to one line, and this browser remembers that', async t => {
  const page = await open(t)
  await page.until(() => page.words('.sales-figures div').length === 5)
  await page.press('Shop performance')
  assert.equal(page.all('.sales-figures').length, 0)
  assert.deepEqual(page.words('.insights-brief'), [
    '30 days $62.50 ▲ 25%25 percent more than the previous 30 days',
  ])
  await page.go('/dashboard/manageItems')
  await page.go('/dashboard/manageAllOrders')
  await page.until(() => page.all('.insights-brief').length === 1)
  await page.press('Shop performance')
  assert.equal(page.words('.sales-figures div').length, 5)
})

/** Fails if pressing '4 to send' changes nothing on the first screen. */
test('a filter folds the figures until they are asked for; the counts stay', async t => {
  const page = await open(t)
  await page.until(() => page.words('.sales-figures div').length === 5)
  await page.press('4 to send')
  assert.equal(page.at(), '/dashboard/manageAllOrders?state=paid')
  await page.until(() => page.all('.sales-figures').length === 0)
  assert.deepEqual(page.words('.waiting [aria-current="true"]'), ['4 to send'])
  await page.press('Shop performance')
  assert.equal(page.words('.sales-figures div').length, 5)
  await page.go('/dashboard/manageAllOrders')
  await page.until(() => page.words('.sales-figures div').length === 5)
  await page.press('10,000+ unpaid')
  assert.equal(page.all('.sales-figures').length, 0, 'each filter folds them')
})

test('a shop without sales says so', async t => {
  const page = await open(t, '', {
    ...insights,
    days: insights.days.map(({ date }) => ({
      date,
      takings: 0,
      orders: 0,
      units: 0,
      refunds: 0,
      disputes: 0,
    })),
    best: [],
    low: [],
  })
  await page.until(() => page.all('.sales-chart').length === 1)
  assert.equal(page.all('.sales-bars').length, 0)
  assert.equal(
    page.words('.nothing').join(),
    [
      'Nothing was sold in this period.',
      'Nothing was sold in this period.',
      'Everything is well stocked.',
    ].join(),
  )
})

test('loading reserves the space; an error is shown and can be retried', async t => {
  const slow = held(() => refusal('not_found'))
  const net = as(ada).on(call, slow.answer, () => json(insights))
  const page = await visit(
    t,
    '/dashboard/manageAllOrders',
    net.on('GET /api/booking', () => json([])),
  )
  await page.until(() => page.all('.insights-loading').length === 1)
  slow.release()
  await page.until(() => /Shop performance could not be loaded\. Refused: not_found\./.test(page.text))
  await page.press('Try again')
  await page.until(() => page.words('.sales-figures div').length === 5)
})
