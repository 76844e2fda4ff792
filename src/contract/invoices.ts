import * as z from 'zod/mini'
import { invoiceKinds, invoiceNumberPattern } from '#domain/invoice.ts'
import { endpoint } from './endpoint.ts'
import { currency, idParams, money, taxPercent } from './shapes.ts'

const invoiceNumber = z
  .string()
  .check(z.regex(invoiceNumberPattern, 'Enter a number such as INV-1001 or CN-1001.'))

/** An invoice, a credit note or its cancellation. Each is available as a PDF. */
export const invoice = z.strictObject({
  number: invoiceNumber,
  kind: z.enum(invoiceKinds),
  /** The amount sold, credited or reversed. */
  amount: money,
  currency,
  /** What of the amount is tax, per rate; empty without rates. Negative for a cancellation. */
  taxes: z.array(
    z.strictObject({
      name: z.string(),
      percent: taxPercent,
      gross: z.number(),
      net: z.number(),
      tax: z.number(),
    }),
  ),
  /** The numbers of the orders that it is about: an invoice is about all that were paid together. */
  orders: z.array(z.string()),
  issuedAt: z.iso.datetime(),
})

export type Invoice = z.output<typeof invoice>

/** The seller, as printed on a packing slip. */
export const seller = z.strictObject({ name: z.string(), address: z.array(z.string()) })

export type Seller = z.output<typeof seller>

export const invoices = {
  list: endpoint({
    method: 'GET',
    path: '/booking/{id}/invoices',
    who: 'owner_or_admin',
    summary:
      'The invoice of an order, which is about all that were paid together, and its credit notes, oldest first; none before it is paid',
    params: idParams,
    answer: z.array(invoice),
  }),
  pdf: endpoint({
    method: 'GET',
    path: '/booking/{id}/invoice.pdf',
    who: 'owner_or_admin',
    summary: 'The invoice of a paid order, or the document with this number',
    params: idParams,
    query: z.strictObject({ number: z.optional(invoiceNumber) }),
    answers: 'application/pdf',
  }),
  seller: endpoint({
    method: 'GET',
    path: '/shop',
    who: 'admin',
    summary: 'The seller, as printed on packing slips',
    answer: seller,
  }),
}
