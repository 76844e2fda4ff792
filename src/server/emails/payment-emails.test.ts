import assert from 'node:assert/strict'
import { test } from 'vitest'
import type { OrderRow, RefundRow } from '../db/schema/tables.ts'
import { initialColumns } from '../store/new-order.ts'
import { resetPasswordEmail } from './account-emails.ts'
import { paidNotice, paidSummary } from './admin-emails.ts'
import { picturedItems } from './layout.ts'
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
  unit_price_minor: 100,
  total_minor: 100,
  idempotency_key: null,
  created_at: 1,
  held_until: 1,
  ...initialColumns,
  carrier: `Post ${script}`,
  tracking: `1Z ${script}`,
}

const shopUrl = 'https://shop.example'

const payment = { id: 'p1', voucher: '' }

const admin = { id: 'u9', email: 'admin@example.com' }

test('a receipt shows the paid amount in large print, for one order and for several', () => {
  const one = receipt(payment, [order], 'pi_1', shopUrl)
  assert.match(one.html_body, /Paid<\/td><td [^>]*font-size:28px[^>]*lining-nums[^>]*>\$1<\/td>/)
  assert.match(one.text_body, /\nPaid: \$1\n/)
  const both = receipt(payment, [order, { ...order, id: 'b2', total_minor: 250 }], 'pi_1', shopUrl)
  assert.match(both.html_body, /Paid together<\/td><td [^>]*>\$3\.50<\/td>/)
  assert.match(both.text_body, /at \$1 each\): \$1\n.*at \$1 each\): \$2\.50\nPaid together: \$3\.50\n/s)
  const cheaper = [{ ...order, paid_minor: 40 }]
  const discounted = receipt({ ...payment, voucher: 'WELCOME10' }, cheaper, 'pi_1', shopUrl)
  assert.match(discounted.text_body, /\nDiscount WELCOME10: -\$0\.60\nPaid: \$0\.40\n/)
})

/** Fails if a receipt spells out an address with an id, or if nothing but a blocked button leads to a new password. */
test('an address is spelled out only where no page of the shop leads to', () => {
  const bought = receipt(payment, [order], 'pi_1', shopUrl)
  assert.match(
    bought.html_body,
    /<a data-button href="https:\/\/shop\.example\/dashboard\/myOrder\?order=b1"/,
  )
  assert.doesNotMatch(bought.html_body, /Or copy this address/)
  assert.match(bought.text_body, /\nSee your order: https:\/\/shop\.example\/dashboard\/myOrder\?order=b1\n/)
  const link = `${shopUrl}/login?reset=secret`
  assert.ok(
    resetPasswordEmail({ id: 'u1', email: 'ann@example.com' }, link).html_body.includes(`address: ${link}<`),
  )
})

/** Fails if an email names an order by its id, or leaves out its slip. */
test('an email about an order has a slip with a place for its picture and a stamp', () => {
  const refund = { id: 'r1', amount_minor: 100, intent_id: 'pi_1', reason: 'by_admin' } as RefundRow
  const to = { ...admin, publicUrl: shopUrl }
  const about = { order, shopUrl }
  const summary = { orders: [order], count: 1, minor: 100, until: 1 }
  for (const [{ html_body, text_body }, stamp] of [
    [receipt(payment, [order], 'pi_1', shopUrl), 'Paid'],
    [paidNotice(to, order), 'Paid'],
    [paidSummary(to, summary), undefined],
    [parcelNotice(order, shopUrl), 'Sent'],
    [refundNotice(buyerOf(order), refund, about), 'Refunded'],
    [refundFailure(buyerOf(order), refund, about), undefined],
  ] as const) {
    assert.deepEqual(picturedItems(html_body), [order.item_id])
    assert.equal(/rotate\(-4deg\)">(\w+)</.exec(html_body)?.[1], stamp)
    assert.match(html_body, /T-1042, 1 at \$1 each/)
    assert.match(text_body, /\(T-1042, 1 at \$1 each.*\): \$1$/m)
  }
})

test('customer input is escaped in the HTML of an email', () => {
  const refund = {
    id: 'r1',
    amount_minor: 100,
    intent_id: `pi${script}`,
    reason: 'by_admin',
    note: script,
    failure: script,
  } as RefundRow
  const buyer = buyerOf(order)
  for (const { html_body, text_body } of [
    receipt(payment, [order], `pi${script}`, shopUrl),
    parcelNotice(order, shopUrl),
    refundNotice(buyer, refund, { order, shopUrl }),
    refundFailure(buyer, refund, { order, shopUrl }),
    refundFailureForAdmin(admin, buyer, refund, shopUrl),
  ]) {
    assert.doesNotMatch(html_body, /<img|onerror=alert\(1\)>/)
    assert.match(html_body, /&#60;img src=x/)
    assert.ok(text_body.includes(script), 'to the letter where nothing is read as HTML')
  }
})

/** Fails if the customer looks for a piece that was refunded and has stayed on the shelf. */
test('the email about a parcel says how much is in it, if it is not all', () => {
  const part = { ...order, quantity: 3, restocked_quantity: 1 }
  assert.match(parcelNotice(part, shopUrl).text_body, /^In the parcel: 2 of 3$/m)
  assert.doesNotMatch(parcelNotice(order, shopUrl).text_body, /In the parcel/)
})

/** On 6ceb9a3 a buyer called 'Own\\nPaid: $0' could add a line to the receipt. */
test('old input with line breaks stays on one line', () => {
  const forged = 'Own\nPaid: $0\r\nTotal:\u2028$0\u202E\x1b'
  const old = { ...order, owner_name: forged, item_name: forged, address: forged, carrier: forged }
  const refund = {
    id: 'r1',
    amount_minor: 100,
    intent_id: 'pi_1',
    reason: 'by_admin',
    note: forged,
  } as RefundRow
  const refused = { ...refund, failure: forged }
  for (const { subject, text_body, html_body } of [
    receipt(payment, [old], 'pi_1', shopUrl),
    parcelNotice(old, shopUrl),
    refundNotice(buyerOf(old), refund, { order: old, shopUrl }),
    refundFailureForAdmin(admin, buyerOf(old), refused, shopUrl),
  ]) {
    assert.doesNotMatch(text_body, /^(Paid: \$0|Total:)/m)
    assert.doesNotMatch(subject + text_body + html_body, /[\r\u2028\u202E]|(?!\n)\p{Cc}/u)
    assert.doesNotMatch(subject + html_body, /\n/)
  }
})

const tray = { ...order, item_name: 'Tray', quantity: 2, unit_price_minor: 1850, total_minor: 3700 }

/** Fails if the total is shown as the unit price, or vice versa. */
test('a receipt shows the unit price and the amount paid', () => {
  const { subject, text_body, recipient } = receipt(payment, [tray], 'pi_1', shopUrl)
  assert.deepEqual([subject, recipient], ['Your receipt for Tray', 'ann@example.com'])
  assert.match(text_body, /^Tray \(T-1042, 2 at \$18\.50 each\): \$37$/m)
  assert.match(text_body, /^Paid: \$37$/m)
  assert.match(text_body, /^Transaction id: pi_1$/m)
})

/** Fails if the sum is shown for each order, or the first address for all. */
test('a receipt for several orders shows each amount and the sum', () => {
  const mug = {
    ...tray,
    id: 'b2',
    number: 1043,
    item_name: 'Mug',
    total_minor: 1300,
    address: '2 Other Street',
  }
  const { subject, text_body } = receipt(payment, [tray, mug], 'pi_1', shopUrl)
  assert.equal(subject, 'Your receipt for Tray and 1 more')
  for (const line of [
    /^Tray \(T-1042, .*\): \$37$/m,
    /^Mug \(T-1043, .*\): \$13$/m,
    /^Paid together: \$50$/m,
    /^Deliver T-1043 to: 2 Other Street$/m,
    /^See your orders: https:\/\/shop\.example\/dashboard\/myOrder$/m,
  ])
    assert.match(text_body, line)
})

const given = (refund: Partial<RefundRow>, refunded = 0) =>
  refundNotice(
    { ...buyerOf(order), item: 'Tray', name: 'Ann' },
    { id: 'r1', intent_id: 'pi_1', amount_minor: 500, note: null, ...refund } as RefundRow,
    { order: { ...order, total_minor: 6250, paid_minor: 6250, refunded_minor: refunded }, shopUrl },
  )

/** Fails if a partial refund is described as a full one: the customer would wait for more money. */
test('a refund email distinguishes a part, the rest and the whole, and gives the reason', () => {
  const byAdmin = { reason: 'by_admin', note: 'Scratched lid' } as const
  const part = given(byAdmin, 500)
  assert.equal(part.subject, 'We’ve refunded $5 of your payment for Tray')
  assert.match(part.text_body, /^Hello Ann\. We have refunded \$5 of the \$62\.50 that you paid\.$/m)
  assert.match(part.text_body, /^Refunded: \$5\nReason: Scratched lid$/m)
  const rest = given({ ...byAdmin, amount_minor: 5750 }, 6250)
  assert.equal(rest.subject, 'We’ve refunded the rest of your payment for Tray')
  assert.match(rest.text_body, /We have refunded the rest of what you paid for this order: \$57\.50\.$/m)
  const whole = given({ ...byAdmin, amount_minor: 6250 }, 6250)
  assert.equal(whole.subject, 'We’ve refunded your payment for Tray')
  assert.match(whole.text_body, /We have refunded everything you paid for this order: \$62\.50\.$/m)
  assert.match(given({ reason: 'sold_out' }).text_body, /could not be accepted, so we have refunded \$5\.$/m)
  assert.doesNotMatch(given({ reason: 'by_provider' }).text_body, /Reason/)
})

/** Fails if admins read that the customer was notified of a refund that was never made. */
test('admins learn whether the customer was notified of a failed refund', () => {
  const refund = {
    id: 'r1',
    amount_minor: 500,
    intent_id: 'pi_1',
    failure: 'Too much',
    failed_at: 1,
  } as RefundRow
  const message = (provider_id: string | null) =>
    refundFailureForAdmin(admin, buyerOf(order), { ...refund, provider_id }, shopUrl).text_body
  assert.match(message('re_1'), /The customer knows about it\./)
  assert.match(message(null), /The refund was not made, and the customer does not know about it\./)
})

/** Fails if an email of a shop that knows its address leads nowhere, or if it has two buttons. */
test('every email has one button, with its address as text', () => {
  const refund = {
    id: 'r1',
    amount_minor: 100,
    intent_id: 'pi_1',
    reason: 'by_admin',
    order_id: 'b1',
  } as RefundRow
  const buyer = buyerOf(order)
  for (const [{ html_body, text_body }, link] of [
    [receipt(payment, [order], 'pi_1', shopUrl), '/dashboard/myOrder?order=b1'],
    [parcelNotice(order, shopUrl), '/dashboard/myOrder?order=b1'],
    [refundNotice(buyer, refund, { order, shopUrl }), '/dashboard/myOrder?order=b1'],
    [refundFailure(buyer, refund, { order, shopUrl }), '/dashboard/myOrder?order=b1'],
    [refundFailureForAdmin(admin, buyer, refund, shopUrl), '/dashboard/manageAllOrders?order=b1'],
  ] as const) {
    assert.equal(html_body.match(/<a data-button /g)?.length, 1)
    assert.ok(html_body.includes(`href="${shopUrl}${link}"`))
    assert.ok(text_body.includes(`: ${shopUrl}${link}\n`))
  }
  assert.doesNotMatch(receipt(payment, [order], 'pi_1', undefined).html_body, /data-button|Or copy/)
})

test('an email about a parcel leads to the page of its carrier', () => {
  const { html_body, text_body } = parcelNotice({ ...order, carrier: 'UPS', tracking: '1Z999' }, shopUrl)
  assert.match(html_body, /href="https:\/\/www\.ups\.com\/track\?tracknum=1Z999"/)
  assert.match(text_body, /^Track your parcel: https:\/\/www\.ups\.com/m)
})
