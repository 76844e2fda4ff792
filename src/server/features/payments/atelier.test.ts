import assert from 'node:assert/strict'
import type { Order } from '#contract/orders.ts'
import { type CardShop, withCards } from '../../../../tests/helpers/card-shop.ts'
import type { Customer } from '../../../../tests/helpers/customers.ts'
import { markPaid } from '../../../../tests/helpers/noted-payments.ts'
import { assertSettled } from '../../../../tests/helpers/pay-together.ts'
import { intentOf, readOrder, refundsOf } from '../../../../tests/helpers/paying.ts'
import { textsIn } from '../../../../tests/helpers/pdf-text.ts'
import { refund, refundLines } from '../../../../tests/helpers/refunding.ts'
import { newAdmin } from '../../../../tests/helpers/shop.ts'
import { french, invoicesOf, pay, setTax, taxesOf } from '../../../../tests/helpers/taxed-orders.ts'
import { offer } from '../../../../tests/helpers/vouchers.ts'
import { brokenInvariants } from '../../books/invariants.ts'
import { sendOutbox } from '../../jobs/send-outbox.ts'
import * as shopContent from '../../store/shop-content.ts'

/** Euros, 20 % and 5.5 % of tax, delivery for 4.90 that is free from 60, and WELCOME10. */
async function openAtelier(shop: CardShop) {
  const admin = await newAdmin(shop)
  const selling = { currency: 'EUR', taxRates: french, deliveryPrice: { price: 4.9, freeFrom: 60 } }
  await offer(shop, {}, selling)
  await shopContent.read(shop.deps.db.read)
  const ann = await shop.customer()
  const order = async (name: string, price: number, quantity: number, tax = '') => {
    const item = await shop.item({ name, price, availableQuantity: 10 })
    if (tax) await setTax(shop, item._id, tax)
    return (await ann.order(item, quantity)).json<Order>()
  }
  const orders = [
    await order('Lamp', 19.9, 1),
    await order('Book', 12.35, 2, 'Reduced'),
    await order('Pen', 1.99, 1),
  ]
  return { admin, ann, ids: orders.map(({ _id }) => _id), order }
}

const printed = async (who: Customer, id: string, number: string) =>
  textsIn((await who.call('GET', `/api/booking/${id}/invoice.pdf?number=${number}`)).rawPayload).join('|')

/**
 * Goods for 46.59, 10 % off (4.66) and 4.90 of delivery are 46.83. Of the delivery the lamp has 2.09, the books 2.60, the pen
 * 0.21; of the voucher 1.99, 2.47 and 0.20. At 20 %: 20.00 + 2.00, of which 3.67 (22 x 20 / 120 = 3.667) is tax. At 5.5 %:
 * 24.83, of which 1.29 (1.2945). Books back for 10.00: 0.52 (0.5213). Lamp back: 3.33 (3.333).
 */
withCards('three orders with tax, delivery and a voucher, a part refund and a whole one', async shop => {
  const { admin, ann, ids } = await openAtelier(shop)
  const [lamp = '', book = '', pen = ''] = ids
  const body = { _id: lamp, with: [book, pen], voucher: 'welcome10' }
  const started = (await ann.call('POST', '/api/create-payment-intent', body)).json()
  const { amount, delivery, discount, currency } = started
  assert.deepEqual([amount, delivery, discount, currency], [46.83, 4.9, 4.66, 'EUR'])
  const intent = intentOf(started.clientSecret)
  await pay(shop, ann, ids, intent)
  const parts = await Promise.all(ids.map(async id => (await readOrder(ann, id)).paidAmount))
  assert.deepEqual(parts, [20, 24.83, 2])
  await assertSettled(shop, intent)

  const rates = [
    ['Standard', 20, 22, 18.33, 3.67],
    ['Reduced', 5.5, 24.83, 23.54, 1.29],
  ]
  assert.deepEqual(await taxesOf(ann, lamp), [['INV-1001', ...rates]])
  const invoice = await printed(ann, lamp, 'INV-1001')
  for (const line of [
    'Lamp (20 % tax)|1|€19.90|€19.90|Book (5.5 % tax)|2|€12.35|€24.70|Pen (20 % tax)|1|€1.99|€1.99',
    'Discount WELCOME10 (20 % tax)|1|-€2.19|-€2.19|Delivery (20 % tax)|1|€2.30|€2.30',
    'Discount WELCOME10 (5.5 % tax)|1|-€2.47|-€2.47|Delivery (5.5 % tax)|1|€2.60|€2.60',
    '€46.83',
    'Standard 20 %|€18.33|€3.67|€22.00|Reduced 5.5 %|€23.54|€1.29|€24.83|All rates|€41.87|€4.96|€46.83|Total paid|€46.83|',
  ])
    assert.ok(invoice.includes(line), `${line} is not in ${invoice}`)
  await sendOutbox(shop.deps, shop.deps.mail)
  const receipt = (await shop.mails(ann.email))[0]?.text ?? ''
  for (const line of [
    'Discount WELCOME10: -€4.66',
    'Delivery: €4.90',
    'Paid together: €46.83',
    'Includes Standard 20 %: €3.67',
  ])
    assert.ok(receipt.split('\n').includes(line), `${line} is not in ${receipt}`)

  assert.equal((await refund(admin, book, { amount: 10 })).statusCode, 200)
  assert.equal((await refund(admin, lamp)).statusCode, 200)
  assert.deepEqual((await refundsOf(shop, intent)).sort(), [1000, 2000])
  assert.deepEqual((await taxesOf(ann, book)).slice(1), [['CN-1001', ['Reduced', 5.5, 10, 9.48, 0.52]]])
  assert.deepEqual((await taxesOf(ann, lamp)).slice(1), [['CN-1002', ['Standard', 20, 20, 16.67, 3.33]]])
  assert.match(
    await printed(ann, lamp, 'CN-1002'),
    /INV-1001.*\|Refund of Lamp \(20 % tax\)\|1\|€20\.00\|€20\.00\|/,
  )
  assert.deepEqual((await refundLines(shop, ann, 2)).map(lines => lines.slice(1)).toSorted(), [
    ['Discount WELCOME10: -€1.99', 'Delivery: €2.09', 'Refunded: €20'],
    ['Discount WELCOME10: -€2.47', 'Delivery: €2.60', 'Not part of this refund: -€14.83', 'Refunded: €10'],
  ])
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})

/** A pen for 1.99 with delivery is 6.89, of which 1.15 (1.148) is tax. */
withCards('a payment by transfer has the same documents', async shop => {
  const { admin, ann, order } = await openAtelier(shop)
  const { _id: pen } = await order('Second pen', 1.99, 1)
  assert.equal((await markPaid(shop, admin, pen, { method: 'transfer', amount: 6.89 })).statusCode, 200)
  assert.deepEqual(await taxesOf(ann, pen), [['INV-1001', ['Standard', 20, 6.89, 5.74, 1.15]]])
  const invoice = await printed(ann, pen, 'INV-1001')
  assert.match(invoice, /Paid by transfer on /)
  assert.match(
    invoice,
    /\|Second pen \(20 % tax\)\|1\|€1\.99\|€1\.99\|Delivery \(20 % tax\)\|1\|€4\.90\|€4\.90\|/,
  )
  assert.equal((await refund(admin, pen, { amount: 4.9 })).statusCode, 200)
  assert.deepEqual(
    (await invoicesOf(ann, pen)).map(document => document.amount),
    [6.89, 4.9],
  )
  assert.deepEqual(await brokenInvariants(shop.deps.db.read), [])
})
