import { priceOf } from '#domain/price.ts'
import type { Writing } from '../../src/server/db/schema/tables.ts'
import { issueInvoice } from '../../src/server/store/issue-invoice.ts'
import * as orders from '../../src/server/store/orders.ts'
import * as payments from '../../src/server/store/payments.ts'

/** Records that an order is paid, without a card provider, and returns the payment's id. */
export async function recordPayment(tx: Writing, orderId: string, intent: string, now = 1): Promise<string> {
  const order = await orders.find(tx, orderId)
  if (!order) throw new Error(`There is no order ${orderId}`)
  const price = priceOf([orders.toPriced(order)])
  const opened = { orderIds: [orderId], price, voucher: '', currency: 'usd', address: '127.0.0.1', now }
  const { id } = await payments.open(tx, opened)
  await payments.noteIntent(tx, id, intent)
  await payments.markSucceeded(tx, id, price.total, now)
  const paid = {
    transaction_id: intent,
    paid_minor: price.total,
    paid_delivery_minor: 0,
    paid_at: now,
    paid_method: null,
    received_on: null,
  }
  await issueInvoice(tx, null, {
    payment: { id, voucher: '' },
    orders: [await orders.setPaid(tx, orderId, paid)],
    taxOf: () => undefined,
    transactionId: intent,
    at: now,
  })
  return id
}
