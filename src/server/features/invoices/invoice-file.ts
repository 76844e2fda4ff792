import { formatInvoiceNumber, type InvoiceContent, kindOf } from '#domain/invoice.ts'
import type { Attachment } from '../../adapters/mail.ts'
import type { InvoiceRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import type { Requester } from '../../queues/shared-queue.ts'
import * as invoiceTaxes from '../../store/invoice-taxes.ts'
import * as shopContent from '../../store/shop-content.ts'

/** Renders an invoice or a credit note as a PDF. */
export async function invoiceFile(
  { config, db, printer }: Deps,
  row: InvoiceRow,
  asker: Requester,
): Promise<Attachment> {
  const number = formatInvoiceNumber(row)
  const { shop, ...content } = JSON.parse(row.content) as InvoiceContent
  const invoice = {
    ...content,
    taxes: await invoiceTaxes.listOf(db.read, row),
    shop: shop ?? (await shopContent.readDetails(db.read, config)),
    number,
    kind: kindOf(row.series, row.amount_minor),
    amount: row.amount_minor,
    issuedAt: row.issued_at,
  }
  const bytes = await printer.print(invoice, asker)
  return { name: `${number}.pdf`, type: 'application/pdf', bytes }
}
