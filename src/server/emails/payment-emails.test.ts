import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OrderRow, RefundRow } from '../db/schema/tables.ts'
import {
  buyerOf,
  parcelNotice,
  receipt,
  refundFailure,
  refundFailureForAdmin,
  refundNotice,
} from './payment-emails.ts'

const script = '<img src=x onerror=alert(1)>'

const order: OrderRow = {
  id: 'b1',
  number: 1042,
  user_id: 'u1',
  item_id: 'i1',
  item_name: `Tray ${script}`,
  owner_name: `Ann ${script}`,
  search_text: '',
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
  refund_pending_cents: 0,
  refund_failed_at: null,
  disputed_at: null,
  refunds_blocked_at: null,
  dispute_lost_cents: 0,
  payment_unmatched_at: null,
  restocked_quantity: 0,
}

const admin = { id: 'u9', email: 'admin@example.com' }

test('a receipt shows the paid amount in large print, for one order and for several', () => {
  const one = receipt('p1', [order], 'pi_1')
  assert.match(one.html_body, /Paid<\/p><p style="[^"]*font-family:Georgia[^"]*">\$1<\/p>/)
  assert.match(one.text_body, /\nPaid: \$1\n/)
  const both = receipt('p1', [order, { ...order, id: 'b2', total_cents: 250 }], 'pi_1')
  assert.match(both.html_body, /Paid together<\/p><p style="[^"]*">\$3\.50<\/p>/)
  assert.match(both.text_body, /Amount: \$1\n.*Amount: \$2\.50\n.*\nPaid together: \$3\.50\n/s)
})

test('customer input is escaped in the HTML of an email', () => {
  const refund = {
    id: 'r1',
    amount_cents: 100,
    intent_id: `pi${script}`,
    reason: 'by_admin',
    note: script,
    failure: script,
  } as RefundRow
  const buyer = buyerOf(order)
  for (const { html_body, text_body } of [
    receipt('p1', [order], `pi${script}`),
    parcelNotice(order),
    refundNotice(buyer, refund, order),
    refundFailure(buyer, refund),
    refundFailureForAdmin(admin, buyer, refund),
  ]) {
    assert.doesNotMatch(html_body, /<img|onerror=alert\(1\)>/)
    assert.match(html_body, /&#60;img src=x/)
    assert.ok(text_body.includes(script), 'to the letter where nothing is read as HTML')
  }
})

/** On 6ceb9a3 a buyer called 'Own\\nPaid: $0' could add a line to the receipt. */
test('old input with line breaks stays on one line', () => {
  const forged = 'Own\nPaid: $0\r\nTotal:\u2028$0\u202E\x1b'
  const old = { ...order, owner_name: forged, item_name: forged, address: forged, carrier: forged }
  const refund = {
    id: 'r1',
    amount_cents: 100,
    intent_id: 'pi_1',
    reason: 'by_admin',
    note: forged,
  } as RefundRow
  const refused = { ...refund, failure: forged }
  for (const { subject, text_body, html_body } of [
    receipt('p1', [old], 'pi_1'),
    parcelNotice(old),
    refundNotice(buyerOf(old), refund, old),
    refundFailureForAdmin(admin, buyerOf(old), refused),
  ]) {
    assert.doesNotMatch(text_body, /^(Paid: \$0|Total:)/m)
    assert.doesNotMatch(subject + text_body + html_body, /[\r\u2028\u202E]|(?!\n)\p{Cc}/u)
    assert.doesNotMatch(subject + html_body, /\n/)
  }
})

const tray = { ...order, item_name: 'Tray', quantity: 2, unit_price_cents: 1850, total_cents: 3700 }

/** Fails if the total is shown as the unit price, or vice versa. */
test('a receipt shows the unit price and the amount paid', () => {
  const { subject, text_body, recipient } = receipt('p1', [tray], 'pi_1')
  assert.deepEqual([subject, recipient], ['Your receipt for Tray', 'ann@example.com'])
  assert.match(text_body, /^Quantity: 2 at \$18\.50 each$/m)
  assert.match(text_body, /^Paid: \$37$/m)
  assert.match(text_body, /^Transaction id: pi_1$/m)
})

/** Fails if the sum is shown for each order, or the first address for all. */
test('a receipt for several orders shows each amount and the sum', () => {
  const mug = { ...tray, id: 'b2', item_name: 'Mug', total_cents: 1300, address: '2 Other Street' }
  const { subject, text_body } = receipt('p1', [tray, mug], 'pi_1')
  assert.equal(subject, 'Your receipt for Tray and 1 more')
  for (const line of [
    /^Amount: \$37$/m,
    /^Amount: \$13$/m,
    /^Paid together: \$50$/m,
    /^Deliver to: 2 Other Street$/m,
  ])
    assert.match(text_body, line)
})

const given = (refund: Partial<RefundRow>, refunded = 0) =>
  refundNotice(
    { ...buyerOf(order), item: 'Tray', name: 'Ann' },
    { id: 'r1', intent_id: 'pi_1', amount_cents: 500, note: null, ...refund } as RefundRow,
    { ...order, total_cents: 6250, refunded_cents: refunded },
  )

/** Fails if a partial refund is described as a full one: the customer would wait for more money. */
test('a refund email distinguishes a part, the rest and the whole, and gives the reason', () => {
  const byAdmin = { reason: 'by_admin', note: 'Scratched lid' } as const
  const part = given(byAdmin, 500)
  assert.equal(part.subject, 'Part of your money for Tray is on its way back')
  assert.match(part.text_body, /^Hello Ann\. We have refunded \$5 of the \$62\.50 that you paid\.$/m)
  assert.match(part.text_body, /^Refunded: \$5\nReason: Scratched lid$/m)
  const rest = given({ ...byAdmin, amount_cents: 5750 }, 6250)
  assert.equal(rest.subject, 'The rest of your money for Tray is on its way back')
  assert.match(rest.text_body, /We have refunded the rest of what you paid for this order: \$57\.50\.$/m)
  const whole = given({ ...byAdmin, amount_cents: 6250 }, 6250)
  assert.equal(whole.subject, 'Your money for Tray is on its way back')
  assert.match(whole.text_body, /We have refunded everything you paid for this order: \$62\.50\.$/m)
  assert.match(given({ reason: 'sold_out' }).text_body, /could not be accepted, so we have refunded \$5\.$/m)
  assert.doesNotMatch(given({ reason: 'by_provider' }).text_body, /Reason/)
})

/** Fails if admins read that the customer was notified of a refund that was never made. */
test('admins learn whether the customer was notified of a failed refund', () => {
  const refund = {
    id: 'r1',
    amount_cents: 500,
    intent_id: 'pi_1',
    failure: 'Too much',
    failed_at: 1,
  } as RefundRow
  const message = (provider_id: string | null) =>
    refundFailureForAdmin(admin, buyerOf(order), { ...refund, provider_id }).text_body
  assert.match(message('re_1'), /The customer knows about it\./)
  assert.match(message(null), /The refund was not made, and the customer does not know about it\./)
})
