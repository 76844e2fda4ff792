import type { Cents } from './money.ts'

/** INV: invoices. CN: credit notes, and what takes one back. Each counts for itself, without a gap. */
export const series = ['INV', 'CN'] as const

export type Series = (typeof series)[number]

export interface InvoiceNumber {
  series: Series
  number: number
}

/** The first number of each series is the one after this. */
export const numbersBegin = 1000

/** As people read it: 'INV-1001'. */
export const formatInvoiceNumber = ({ series, number }: InvoiceNumber): string => `${series}-${number}`

export const invoiceNumberPattern = /^(INV|CN)-(\d{1,15})$/

/** The number that is written there; undefined when it is something else. */
export function invoiceNumberIn(text: string): InvoiceNumber | undefined {
  const [, prefix, digits] = invoiceNumberPattern.exec(text) ?? []
  return digits === undefined ? undefined : { series: prefix as Series, number: Number(digits) }
}

export const invoiceKinds = ['invoice', 'credit_note', 'cancellation'] as const

export type InvoiceKind = (typeof invoiceKinds)[number]

/** A cancellation takes back what a credit note has given: the money did not arrive. */
export function kindOf(series: Series, amount: Cents): InvoiceKind {
  if (series === 'INV') return 'invoice'
  return amount > 0 ? 'credit_note' : 'cancellation'
}

/**
 * How much has yet to be credited for a refund, and below nothing how much was credited too much. What is given out is
 * never changed: a refund that fails after it went through, or turns out to be another amount, gets a second document.
 */
export const creditDue = (refund: { done: boolean; amount: Cents }, credited: Cents): Cents =>
  (refund.done ? refund.amount : 0) - credited

/** Who sells, as it stands on invoices and emails. */
export interface ShopDetails {
  name: string
  address: readonly string[]
  taxId: string | null
  /** Says which day it was. */
  timeZone: string
}

export interface InvoiceLine {
  text: string
  quantity: number
  unitPrice: Cents
  total: Cents
}

/** What an invoice or a credit note says, kept as it was when it was given out. */
export interface InvoiceContent {
  /** Null where nobody knew when it was given out, as for orders from before there were invoices: the shop as it is now. */
  shop: ShopDetails | null
  customer: { name: string; address: string; email: string }
  /** As people call it: 'T-1042'. */
  orderNumber: string
  transactionId: string
  lines: readonly InvoiceLine[]
  /** The invoice that a credit note is for, or the credit note that is taken back. */
  about: string | null
}
