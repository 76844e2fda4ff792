import { creditDue, formatInvoiceNumber, type InvoiceNumber, type ShopDetails } from '#domain/invoice.ts'
import type { InvoiceRow, OrderRow, Reading, RefundRow, Writing } from '../db/schema/tables.ts'
import { issueCreditNote } from './issue-invoice.ts'

export { issueInvoice, type TaxOf, taxesOfOrders } from './issue-invoice.ts'

/** All documents of an order, oldest first: the invoice of its payment, and its own credit notes. */
export async function listOf(
  db: Reading,
  { id, transaction_id }: Pick<OrderRow, 'id' | 'transaction_id'>,
): Promise<InvoiceRow[]> {
  const documents = await db
    .selectFrom('invoices')
    .selectAll()
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('order_id', '=', id),
        eb(
          'payment_id',
          '=',
          selectFrom('payments').select('payments.id').where('intent_id', '=', transaction_id),
        ),
      ]),
    )
    .execute()
  return documents.toSorted((a, b) => a.issued_at - b.issued_at || a.number - b.number)
}

export function find(db: Reading, { series, number }: InvoiceNumber): Promise<InvoiceRow | undefined> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('series', '=', series)
    .where('number', '=', number)
    .executeTakeFirst()
}

/** The invoice of orders that were paid together, which is stored with one of them; version 1.0 issued one for each. */
export async function listInvoices(db: Reading, orderIds: readonly string[]): Promise<InvoiceRow[]> {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where('series', '=', 'INV')
    .orderBy('number')
    .execute()
}

/** The documents of a time, oldest first, after the last one read. */
export function listBetween(
  db: Reading,
  { from, until }: { from: number; until: number },
  limit: number,
  last?: Pick<InvoiceRow, 'issued_at' | 'series' | 'number'>,
): Promise<InvoiceRow[]> {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('issued_at', '>=', last?.issued_at ?? from)
    .where('issued_at', '<', until)
    .$if(last !== undefined, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('issued_at', 'series', 'number'),
          '>',
          tuple(last?.issued_at ?? 0, last?.series ?? 'INV', last?.number ?? 0),
        ),
      ),
    )
    .orderBy('issued_at')
    .orderBy('series')
    .orderBy('number')
    .limit(limit)
    .execute()
}

/**
 * Issues the credit notes that a refund of a paid order still needs. The caller has locked the order's row. Returns the
 * number of the new document, or undefined if none was needed.
 */
export async function creditRefund(
  tx: Writing,
  shop: ShopDetails,
  { order, refund, at }: { order: OrderRow; refund: RefundRow; at: number },
): Promise<string | undefined> {
  const documents = await listOf(tx, order)
  const notes = documents.filter(({ refund_id }) => refund_id === refund.id)
  const credited = notes.reduce((sum, note) => sum + note.amount_minor, 0)
  const due = creditDue({ done: refund.succeeded_at !== null, amount: refund.amount_minor }, credited)
  if (due === 0) return undefined
  const invoice = documents.find(({ series }) => series === 'INV')
  const about = due > 0 ? invoice : notes.at(-1)
  const note = await issueCreditNote(tx, shop, { order, refund, amount: due, about, invoice, at })
  return formatInvoiceNumber(note)
}
