import type { Insertable } from 'kysely'
import { formatInvoiceNumber, type InvoiceContent } from '#domain/invoice.ts'
import type { InvoiceRow, Tables } from '../../src/server/db/schema/tables.ts'
import type { Plan } from './plan.ts'
import { orders, refunds } from './rows.ts'

/** The last numbers that were given out before the growth. */
export interface Given {
  order: number
  INV: number
  CN: number
}

/** The invoice of each paid order, and a credit note where its money went back. */
export function* invoices(plan: Plan, given: Given): Generator<InvoiceRow> {
  const last = { ...given }
  const givenBack = new Map([...refunds(plan)].map(refund => [refund.intent_id, refund]))
  for (const order of orders(plan, given.order)) {
    if (!order.paid_at || !order.transaction_id) continue
    const invoice = {
      series: 'INV' as const,
      number: ++last.INV,
      order_id: order.id,
      refund_id: null,
      amount_cents: order.total_cents,
      issued_at: order.paid_at,
    }
    const { item_name: text, quantity, unit_price_cents: unitPrice, total_cents: total } = order
    const content = contentOf(order)
    yield {
      ...invoice,
      content: JSON.stringify({ ...content, lines: [{ text, quantity, unitPrice, total }] }),
    }
    const refund = givenBack.get(order.transaction_id)
    if (!refund?.succeeded_at) continue
    const lines = [{ text: `Refund of ${text}`, quantity: 1, unitPrice: total, total }]
    yield {
      ...invoice,
      series: 'CN',
      number: ++last.CN,
      refund_id: refund.id,
      issued_at: refund.succeeded_at,
      content: JSON.stringify({ ...content, lines, about: formatInvoiceNumber(invoice) }),
    }
  }
}

const contentOf = (order: Insertable<Tables['orders']>): Omit<InvoiceContent, 'lines'> => ({
  shop: null,
  customer: { name: order.owner_name, address: order.address, email: order.email },
  orderNumber: `T-${order.number}`,
  transactionId: order.transaction_id ?? '',
  about: null,
})
