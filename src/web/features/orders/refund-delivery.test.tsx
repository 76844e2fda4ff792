import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { json } from '../../../../tests/helpers/web/network.ts'
import { ada, as, order } from '../../../../tests/helpers/web/test-data.ts'
import { visit } from '../../../../tests/helpers/web/visit.tsx'

const paid: Order = {
  ...order,
  paid: true,
  paidAmount: 4.93,
  paidDelivery: 1.63,
  state: 'paid',
  transactionId: 'pi_9',
  refundableAmount: 4.93,
  keptAmount: 4.93,
}

const left = '$4.93 of $4.93 is left to refund.'

test('the refund form says how much of the amount is delivery', async t => {
  const net = as(ada)
    .on('GET /api/booking', () => json([paid]))
    .on(`GET /api/booking/${paid._id}/timeline`, () => json([]))
    .on(`GET /api/booking/${paid._id}/invoices`, () => json([]))
    .on(`GET /api/booking/${paid._id}/refunds`, () => json([]))
  const page = await visit(t, `/dashboard/manageAllOrders?order=${paid._id}`, net)
  await page.until(() => page.words('h3').includes('Refund'))
  for (const [typed, said] of [
    ['4.93', `${left} The amount contains $1.63 of delivery.`],
    ['3.31', `${left} The amount contains $0.01 of delivery.`],
    ['3.30', left],
    ['', left],
  ] as const) {
    await page.type('Amount ($)', typed)
    const ids = page.field('Amount ($)').getAttribute('aria-describedby')?.split(' ') ?? []
    const hints = ids.map(id => document.getElementById(id)?.textContent).filter(Boolean)
    assert.deepEqual(hints, [said], typed)
  }
})
