import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const covered: Order = {
  ...order,
  quantity: 5,
  totalPrice: 62.5,
  paid: true,
  paidAmount: 0,
  state: 'paid',
  transactionId: 'noted_9',
  paidBy: { method: 'voucher', on: '2026-11-15' },
}

const asking = `POST /api/booking/${covered._id}/refund`

/** Fails if the form asks for an amount, or says that an order which has cost nothing is refunded. */
test('an order that a voucher has covered is canceled instead of refunded', async t => {
  let now = covered
  const net = as(ada)
    .on('GET /api/booking', () => json([now]))
    .on(`GET /api/booking/${covered._id}/timeline`, () =>
      json([{ at: '2026-11-15T09:30:00.000Z', what: 'canceled', by: ada.email, detail: 'Out of clay' }]),
    )
    .on(`GET /api/booking/${covered._id}/invoices`, () => json([]))
    .on(`GET /api/booking/${covered._id}/refunds`, () => json([]))
    .on(asking, () => {
      now = { ...covered, state: 'refunded', refundedAt: '2026-11-15T09:30:00.000Z', restockedQuantity: 5 }
      return json(now)
    })
  const page = await visit(t, `/dashboard/manageAllOrders?order=${covered._id}`, net)
  await page.until(() => page.control('Cancel this order'))
  assert.ok(!page.words('h3').includes('Refund'))
  assert.equal(page.field('Units to restock').value, '5')
  await page.fill({ Reason: ' Out of clay ', 'Units to restock': '6' })
  await page.press('Cancel this order')
  assert.equal(page.complaint('Units to restock'), 'Enter at most 5.')
  await page.fill({ 'Units to restock': '5' })
  await page.press('Cancel this order')
  assert.deepEqual(page.net.to(asking)[0]?.body, { reason: 'Out of clay', restock: 5 })
  await page.until(() => /This order has been canceled\./.test(page.text))
  assert.match(page.text, /T-1042: Canceled/)
  assert.deepEqual(new Set(page.words('.state-chip')), new Set(['Canceled']))
  assert.ok(!page.words('.badge-quiet').includes('Refunded'))
  assert.doesNotMatch(page.words('section[aria-labelledby="refund"]').join(), /[Rr]efund|\$/)
})
