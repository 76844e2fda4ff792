import type { Minor } from './money.ts'
import type { PaidBy } from './paid-by.ts'
import type { PriceLine } from './price.ts'
import type { Taxed } from './tax.ts'

/** INV: invoices. CN: credit notes and their cancellations. Each series counts separately, without gaps. */
export const series = ['INV', 'CN'] as const

export type Series = (typeof series)[number]

export interface InvoiceNumber {
  series: Series
  number: number
}

/** Each series starts at the next number. */
export const numbersStartAfter = 1000

/** For example 'INV-1001'. */
export const formatInvoiceNumber = ({ series, number }: InvoiceNumber): string => `${series}-${number}`

export const invoiceNumberPattern = /^(INV|CN)-(\d{1,15})$/

/** Undefined if the text is not an invoice number. */
export function invoiceNumberIn(text: string): InvoiceNumber | undefined {
  const [, prefix, digits] = invoiceNumberPattern.exec(text) ?? []
  return digits === undefined ? undefined : { series: prefix as Series, number: Number(digits) }
}

export const invoiceKinds = ['invoice', 'credit_note', 'cancellation'] as const

export type InvoiceKind = (typeof invoiceKinds)[number]

/** A cancellation reverses a credit note whose refund failed. */
export function kindOf(series: Series, amount: Minor): InvoiceKind {
  if (series === 'INV') return 'invoice'
  return amount > 0 ? 'credit_note' : 'cancellation'
}

/**
 * How much is still to be credited for a refund; negative if too much was credited. An issued document never changes: if a
 * refund fails after it succeeded, or its amount differs, a second document corrects the first.
 */
export const creditDue = (refund: { done: boolean; amount: Minor }, credited: Minor): Minor =>
  (refund.done ? refund.amount : 0) - credited

/** The seller, as printed on invoices and emails. */
export interface ShopDetails {
  name: string
  address: readonly string[]
  taxId: string | null
  /** Determines the dates of documents. */
  timeZone: string
  /** Documents of version 1.0 have none: they keep the awning that all shops had. */
  style?: { accent: string; edge: 'awning' | 'line' | 'none' }
  /** For example why there is no tax. Older documents have none. */
  taxNote?: string
}

export interface InvoiceLine extends PriceLine {
  /** The number of the order that the line is about. */
  order?: string
  /** The rate of the tax that the line contains, if there was one. */
  tax?: Omit<Taxed, 'gross'>
}

/** The content of a document, stored as issued. */
export interface InvoiceContent {
  /** Null if unknown at the time of issue, as for orders older than invoices; then the current details are printed. */
  shop: ShopDetails | null
  customer: { name: string; address: string; email: string }
  /** For example 'T-1042', or 'T-1042, T-1043' for orders that were paid together. */
  orderNumber: string
  transactionId: string
  /** How and when it was paid if not by card. */
  paidBy?: PaidBy
  /** Documents of version 1 have none: they are in US dollars. */
  currency?: string
  lines: readonly InvoiceLine[]
  /** The invoice that a credit note refers to, or the credit note that a cancellation reverses. */
  about: string | null
}
