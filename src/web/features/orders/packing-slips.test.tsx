import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json, refusal } from '../../../../tests/helpers/web/network.ts'
import { settle } from '../../../../tests/helpers/web/screen.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const first: Order = {
  ...order,
  paid: true,
  state: 'paid',
  refundableAmount: 3.3,
  keptAmount: 3.3,
  address: '1 Test Street\nTown',
  quantity: 4,
  restockedQuantity: 1,
}
const second: Order = { ...first, _id: order._id.replace(/1$/, '2'), number: 'T-1043', ownerName: '山田太郎' }

const slips = () => [...document.body.querySelectorAll('.packing-slip')].map(slip => slip.textContent ?? '')

test('the selected orders are printed, one slip each, and removed from the page afterwards', async t => {
  const printed: number[] = []
  Reflect.set(window, 'print', () => printed.push(slips().length))
  const net = as(ada)
    .on('GET /api/booking', () => json([first, second, { ...second, _id: 'x', state: 'sent' }]))
    .on(
      'GET /api/shop',
      () => refusal('not_found'),
      () => json({ name: 'Corner Shop', address: ['12 Mill Lane', 'Berlin'] }),
    )
  const page = await visit(t, '/dashboard/manageAllOrders', net)
  await page.until(() => page.words('tbody tr').length === 3)
  for (const box of page.all<HTMLInputElement>('tbody input')) box.click()
  await page.until(() => page.control('Print packing slips'))
  await page.press('Print packing slips')
  await page.until(() => /Refused: not_found/.test(page.text))
  assert.deepEqual(printed, [], 'not without its sender')
  await page.press('Print packing slips')
  await page.until(() => printed.length > 0)
  assert.deepEqual(printed, [2])
  const [one = '', other = ''] = slips()
  for (const detail of ['Corner Shop', 'Berlin', 'T-1042', 'Ann Example', 'Town', 'Oak Desk Tray3'])
    assert.ok(one.includes(detail), `${detail}: ${one}`)
  assert.ok(other.includes('T-1043') && other.includes('山田太郎'))
  assert.doesNotMatch(one, /\$/)
  window.dispatchEvent(new Event('afterprint'))
  await settle()
  assert.deepEqual(slips(), [])
})
