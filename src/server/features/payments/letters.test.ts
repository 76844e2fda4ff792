import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OrderRow, RefundRow } from '../../db/tables.ts'
import {
  buyerOf,
  parcelNotice,
  receipt,
  refundFailure,
  refundFailureForAdmin,
  refundNotice,
} from './letters.ts'

const script = '<img src=x onerror=alert(1)>'

const order: OrderRow = {
  id: 'b1',
  number: 1042,
  user_id: 'u1',
  item_id: 'i1',
  item_name: `Tray ${script}`,
  owner_name: `Ann ${script}`,
  name_key: '',
  email: 'ann@example.com',
  mobile_number: '1',
  address: `"Street" & ${script}`,
  quantity: 1,
  unit_price_cents: 100,
  total_cents: 100,
  idempotency_key: null,
  transaction_id: null,
  created_at: 1,
  held_until: 1,
  released_at: null,
  removed_at: null,
  paid_at: null,
  sent_at: null,
  carrier: `Post ${script}`,
  tracking: `1Z ${script}`,
  renewed_ms: 0,
  refunded_cents: 0,
  refunded_at: null,
  refund_failed_at: null,
  disputed_at: null,
}

test('what a customer has typed is text in a letter, never HTML', () => {
  const refund = { id: 'r1', amount_cents: 100, intent_id: `pi${script}`, failure: script } as RefundRow
  const buyer = buyerOf(order)
  for (const { html_body, text_body } of [
    receipt(order, `pi${script}`),
    parcelNotice(order),
    refundNotice(buyer, refund),
    refundFailure(buyer, refund),
    refundFailureForAdmin('boss@example.com', buyer, refund),
  ]) {
    assert.doesNotMatch(html_body, /<img|onerror=alert\(1\)>/)
    assert.match(html_body, /&#60;img src=x/)
    assert.ok(text_body.includes(script), 'to the letter where nothing is read as HTML')
  }
})

/** Fails where the total is told as the price of one, or the other way round. */
test('a receipt tells what one costs and what was paid', () => {
  const { subject, text_body, recipient } = receipt(
    { ...order, item_name: 'Tray', quantity: 2, unit_price_cents: 1850, total_cents: 3700 },
    'pi_1',
  )
  assert.deepEqual([subject, recipient], ['Your receipt for Tray', 'ann@example.com'])
  assert.match(text_body, /^Quantity: 2 at \$18\.50 each$/m)
  assert.match(text_body, /^Paid: \$37$/m)
  assert.match(text_body, /^Transaction id: pi_1$/m)
})
