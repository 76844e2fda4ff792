import assert from 'node:assert/strict'
import { type TestContext, test, vi } from 'vitest'
import type { TaxReport } from '#contract/taxes.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { ada, as } from '../../../../tests/helpers/web/test-data.ts'
import { type Visit, visit } from '../../../../tests/helpers/web/visit.tsx'

const [call, file] = ['GET /api/taxes', 'GET /api/invoices.csv']

const months: TaxReport['months'] = [
  { month: '2026-11', name: 'Standard', percent: 20, gross: 12, net: 10, tax: 2 },
  { month: '2026-11', name: 'Reduced', percent: 5.5, gross: -10.55, net: -10, tax: -0.55 },
  { month: '2026-10', name: 'Standard', percent: 19, gross: 1190, net: 1000, tax: 190 },
]

const shop = () => as(ada).on('GET /api/booking', () => json([]))

async function open(
  t: TestContext,
  net = shop().on(call, () => json({ currency: 'USD', months })),
): Promise<Visit> {
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => page.net.to(call).length > 0 && page.all('.sales-figures').length > 0)
  return page
}

test('the tax of each month and rate is folded below the figures, newest first', async t => {
  const page = await open(t)
  await page.until(() => page.all('.tax-report').length === 1)
  assert.equal(page.one<HTMLDetailsElement>('.tax-report').open, false)
  assert.deepEqual(page.words('.tax-report tr'), [
    'MonthRateNetTaxGross',
    'Nov 2026Standard, 20 %$10.00$2.00$12.00',
    'Nov 2026Reduced, 5.5 %-$10.00-$0.55-$10.55',
    'Oct 2026Standard, 19 %$1,000.00$190.00$1,190.00',
  ])
})

test('the file for the accountant is downloaded with the token', async t => {
  const page = await open(t)
  page.net.on(file, () => new Response('number\r\n'))
  await page.until(() => page.control('Download for your accountant'))
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:1')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Download for your accountant')
  await page.until(() => /The file was downloaded/.test(page.text))
  assert.match(page.net.to(file)[0]?.headers.get('authorization') ?? '', /^Bearer ./)
})

/** Fails if a shop without rates has a table of nothing. */
test('a shop without tax shows nothing of it', async t => {
  const page = await open(t, shop())
  assert.doesNotMatch(page.text, /Tax|accountant/)
})

test('a table that fails to load says so, and can be retried', async t => {
  const net = shop().on(
    call,
    () => refusal('not_found'),
    () => json({ currency: 'USD', months }),
  )
  const page = await open(t, net)
  await page.until(() => /Tax could not be loaded\. Refused: not_found\./.test(page.text))
  await page.press('Try again')
  await page.until(() => page.all('.tax-report').length === 1)
})
