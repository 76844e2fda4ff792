import { shopCurrency } from '#domain/currency.ts'
import {
  formatInvoiceNumber,
  type InvoiceContent,
  numbersStartAfter,
  type ShopDetails,
} from '#domain/invoice.ts'
import { formatNumber } from '#domain/order-number.ts'
import { priceOf } from '#domain/price.ts'
import type { InvoiceRow, OrderRow, RefundRow, Writing } from '../db/schema/tables.ts'
import { toPriced } from './orders.ts'

/** An invoice or a credit note before it has its number. */
interface NewInvoice extends Omit<InvoiceRow, 'number' | 'content'> {
  content: InvoiceContent
}

/**
 * Assigns the next number of the series. The counter's row is locked until the transaction ends, so that others wait and a
 * rollback leaves no gap. Call it as late as possible, and lock the order first.
 */
async function issue(tx: Writing, { content, ...invoice }: NewInvoice): Promise<InvoiceRow> {
  const { last_number: number } = await tx
    .insertInto('invoice_series')
    .values({ series: invoice.series, last_number: numbersStartAfter + 1 })
    .onConflict(conflict =>
      conflict.column('series').doUpdateSet(({ eb }) => ({
        last_number: eb('invoice_series.last_number', '+', 1),
      })),
    )
    .returning('last_number')
    .executeTakeFirstOrThrow()
  const row = { ...invoice, number, content: JSON.stringify(content) }
  await tx.insertInto('invoices').values(row).execute()
  return row
}

/** The content that all documents about orders share. Orders that are paid together have one buyer, named as in the first. */
const contentOf = (
  [first, ...others]: readonly [OrderRow, ...OrderRow[]],
  shop: ShopDetails | null,
  transactionId: string,
) => ({
  shop,
  customer: { name: first.owner_name, address: first.address, email: first.email },
  orderNumber: [first, ...others].map(({ number }) => formatNumber(number)).join(', '),
  transactionId,
  currency: shopCurrency().code,
})

interface Paid {
  paymentId: string
  orders: readonly [OrderRow, ...OrderRow[]]
  transactionId: string
  at: number
}

/** Issues the invoice of a payment, in the transaction that marks its orders as paid. */
export async function issueInvoice(
  tx: Writing,
  shop: ShopDetails | null,
  { paymentId, orders, transactionId, at }: Paid,
): Promise<InvoiceRow> {
  const { lines, total } = priceOf(orders.map(toPriced))
  return issue(tx, {
    series: 'INV',
    order_id: orders[0].id,
    payment_id: paymentId,
    refund_id: null,
    amount_minor: total,
    issued_at: at,
    content: {
      ...contentOf(orders, shop, transactionId),
      lines,
      about: null,
    },
  })
}

interface Credited {
  order: OrderRow
  refund: RefundRow
  /** Negative for a refund that did not arrive. */
  amount: number
  /** The document that it corrects. */
  about: InvoiceRow | undefined
  at: number
}

/** Issues a credit note, in the transaction that records the state of the refund. */
export function issueCreditNote(
  tx: Writing,
  shop: ShopDetails | null,
  { order, refund, amount, about, at }: Credited,
): Promise<InvoiceRow> {
  const text = amount > 0 ? `Refund of ${order.item_name}` : 'Refund that did not arrive'
  return issue(tx, {
    series: 'CN',
    order_id: order.id,
    payment_id: null,
    refund_id: refund.id,
    amount_minor: amount,
    issued_at: at,
    content: {
      ...contentOf([order], shop, refund.intent_id),
      lines: [{ text, quantity: 1, unitPrice: amount, total: amount }],
      about: about ? formatInvoiceNumber(about) : null,
    },
  })
}
