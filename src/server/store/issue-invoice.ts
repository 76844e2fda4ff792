import { shopCurrency } from '#domain/currency.ts'
import {
  formatInvoiceNumber,
  type InvoiceContent,
  type InvoiceLine,
  numbersStartAfter,
  type ShopDetails,
} from '#domain/invoice.ts'
import { formatNumber } from '#domain/order-number.ts'
import { paidByOf } from '#domain/payment-method.ts'
import { priceOfPaid } from '#domain/price.ts'
import { type TaxSum, taxCredited, taxesOf } from '#domain/tax.ts'
import type { InvoiceRow, OrderRow, PaymentRow, RefundRow, Writing } from '../db/schema/tables.ts'
import * as invoiceTaxes from './invoice-taxes.ts'
import { toPriced } from './orders.ts'

/** An invoice or a credit note before it has its number. */
interface NewInvoice extends Omit<InvoiceRow, 'number' | 'content'> {
  content: InvoiceContent
}

/**
 * Assigns the next number of the series. The counter's row is locked until the transaction ends, so that others wait and a
 * rollback leaves no gap. Call it as late as possible, and lock the order first. Taxes are computed under that lock.
 */
async function issue(
  tx: Writing,
  { content, ...invoice }: NewInvoice,
  taxes: () => Promise<TaxSum[]>,
): Promise<InvoiceRow> {
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
  await invoiceTaxes.add(tx, row, await taxes())
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
  ...paidByIn(first),
  currency: shopCurrency().code,
})

const paidByIn = (order: OrderRow): Pick<InvoiceContent, 'paidBy'> => {
  const paidBy = paidByOf(order)
  return paidBy ? { paidBy } : {}
}

/** What an order contains of tax: the rate that held when it was paid. */
export type TaxOf = (order: OrderRow) => InvoiceLine['tax']

interface Paid {
  payment: Pick<PaymentRow, 'id' | 'voucher'>
  orders: readonly [OrderRow, ...OrderRow[]]
  taxOf: TaxOf
  transactionId: string
  at: number
}

/** Issues the invoice of a payment, in the transaction that marks its orders as paid. */
export async function issueInvoice(
  tx: Writing,
  shop: ShopDetails | null,
  { payment, orders, taxOf, transactionId, at }: Paid,
): Promise<InvoiceRow> {
  const { total } = priceOfPaid(orders.map(toPriced))
  const invoice = {
    series: 'INV',
    order_id: orders[0].id,
    payment_id: payment.id,
    refund_id: null,
    amount_minor: total,
    issued_at: at,
    content: {
      ...contentOf(orders, shop, transactionId),
      lines: linesOf(orders, payment.voucher, taxOf),
      about: null,
    },
  } as const
  return issue(tx, invoice, async () => taxesOfOrders(orders, taxOf))
}

/** A line for each order. What concerns the whole payment has a line per rate, because it is taxed as the goods are. */
function linesOf(orders: readonly OrderRow[], voucher: string, taxOf: TaxOf): InvoiceLine[] {
  const linesOfAll = (same: readonly OrderRow[]) =>
    priceOfPaid(same.map(toPriced), voucher).lines.map(line => withTax(line, same[0] && taxOf(same[0])))
  const own = orders.flatMap(order =>
    linesOfAll([order])
      .slice(0, 1)
      .map(line => ({ ...line, order: formatNumber(order.number) })),
  )
  const sameRate = Map.groupBy(orders, order => taxOf(order)?.name)
  const ofPayment = [...sameRate.values()].flatMap(same => linesOfAll(same).slice(same.length))
  return [...own, ...ofPayment]
}

const withTax = (line: InvoiceLine, tax: InvoiceLine['tax']): InvoiceLine => ({
  ...line,
  ...(tax && { tax }),
})

/** The tax in what was paid for orders, per rate. */
export function taxesOfOrders(orders: readonly OrderRow[], taxOf: TaxOf): TaxSum[] {
  const { parts } = priceOfPaid(orders.map(toPriced))
  return taxesOf(
    orders.flatMap((order, i) => {
      const rate = taxOf(order)
      return rate ? { ...rate, gross: parts[i] ?? 0 } : []
    }),
  )
}

interface Credited {
  order: OrderRow
  refund: RefundRow
  /** Negative for a refund that did not arrive. */
  amount: number
  /** The document that it corrects. */
  about: InvoiceRow | undefined
  /** The invoice of the order. */
  invoice: InvoiceRow | undefined
  at: number
}

/** Issues a credit note, in the transaction that records the state of the refund. */
export function issueCreditNote(
  tx: Writing,
  shop: ShopDetails | null,
  { order, refund, amount, about, invoice, at }: Credited,
): Promise<InvoiceRow> {
  const text = amount > 0 ? `Refund of ${order.item_name}` : 'Refund that did not arrive'
  const tax = invoice && taxOnInvoice(invoice, order)
  const note = {
    series: 'CN',
    order_id: order.id,
    payment_id: null,
    refund_id: refund.id,
    amount_minor: amount,
    issued_at: at,
    content: {
      ...contentOf([order], shop, refund.intent_id),
      lines: [{ text, quantity: 1, unitPrice: amount, total: amount, ...(tax && { tax }) }],
      about: about ? formatInvoiceNumber(about) : null,
    },
  } as const
  return issue(tx, note, async () => {
    if (!tax) return []
    const before = await invoiceTaxes.creditedOf(tx, order, tax.name)
    return [{ ...tax, gross: amount, tax: taxCredited(amount, before, tax.percent) }]
  })
}

function taxOnInvoice(invoice: InvoiceRow, order: OrderRow): InvoiceLine['tax'] {
  const { lines }: InvoiceContent = JSON.parse(invoice.content)
  return lines.find(line => line.order === formatNumber(order.number))?.tax
}
