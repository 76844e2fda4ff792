import { type InvoiceContent, numbersBegin, type ShopDetails } from '#domain/invoice.ts'
import { formatNumber } from '#domain/order-number.ts'
import type { InvoiceRow, OrderRow, Writing } from './tables.ts'

/** An invoice or a credit note before it has its number. */
export interface NewInvoice extends Omit<InvoiceRow, 'number' | 'content'> {
  content: InvoiceContent
}

/**
 * Gives out the next number of its series. The counter's row is held from here to the end of the transaction, so that
 * whoever comes next waits, and an undone transaction leaves no gap: take it as late as can be, and the order before it.
 */
export async function issue(tx: Writing, { content, ...invoice }: NewInvoice): Promise<InvoiceRow> {
  const { last_number: number } = await tx
    .insertInto('invoice_series')
    .values({ series: invoice.series, last_number: numbersBegin + 1 })
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

/** What every document about an order says. */
export const contentOf = (order: OrderRow, shop: ShopDetails | null, transactionId: string) => ({
  shop,
  customer: { name: order.owner_name, address: order.address, email: order.email },
  orderNumber: formatNumber(order.number),
  transactionId,
})

interface Paid {
  order: OrderRow
  transactionId: string
  at: number
}

/** The invoice of an order, in the transaction that makes it paid. */
export async function issueInvoice(
  tx: Writing,
  shop: ShopDetails | null,
  { order, transactionId, at }: Paid,
): Promise<void> {
  const { item_name: text, quantity, unit_price_cents: unitPrice, total_cents: total } = order
  await issue(tx, {
    series: 'INV',
    booking_id: order.id,
    refund_id: null,
    amount_cents: total,
    issued_at: at,
    content: {
      ...contentOf(order, shop, transactionId),
      lines: [{ text, quantity, unitPrice, total }],
      about: null,
    },
  })
}
