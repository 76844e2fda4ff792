import assert from 'node:assert/strict'
import { test, vi } from 'vitest'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

/** Fails if a search exports all orders. */
test('Export requests all orders that match the search', async t => {
  const net = as(ada)
    .on('GET /api/booking', () => json([order]))
    .on('GET /api/booking.csv', () => new Response('number\r\n'))
  const page = await visit(t, '/dashboard/manageAllOrders?search=ann&state=paid&from=2026-11-01', net)
  await page.until(() => page.control('Export'))
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:1')
  vi.spyOn(window.HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await page.press('Export')
  assert.deepEqual(page.net.to('GET /api/booking.csv')[0]?.query, {
    search: 'ann',
    state: 'paid',
    from: '2026-11-01',
  })
  assert.match(page.text, /Exported these orders/)
})
