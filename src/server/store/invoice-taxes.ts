import { sql } from 'kysely'
import { formatInvoiceNumber, type InvoiceNumber } from '#domain/invoice.ts'
import type { TaxSum } from '#domain/tax.ts'
import type { InvoiceRow, OrderRow, Reading, Writing } from '../db/schema/tables.ts'

/** 5.5 % is stored as 5500. */
const thousandthsOf = (percent: number): number => Math.round(percent * 1000)
const percentOf = (thousandths: number): number => thousandths / 1000

export async function add(
  tx: Writing,
  { series, number, issued_at }: Pick<InvoiceRow, 'series' | 'number' | 'issued_at'>,
  taxes: readonly TaxSum[],
): Promise<void> {
  if (taxes.length === 0) return
  const rows = taxes.map(({ name, percent, gross, tax }) => ({
    series,
    number,
    name,
    percent_thousandths: thousandthsOf(percent),
    gross_minor: gross,
    tax_minor: tax,
    issued_at,
  }))
  await tx.insertInto('invoice_taxes').values(rows).execute()
}

const sumOf = (row: {
  name: string
  percent_thousandths: number
  gross_minor: number
  tax_minor: number
}): TaxSum => ({
  name: row.name,
  percent: percentOf(row.percent_thousandths),
  gross: Number(row.gross_minor),
  tax: Number(row.tax_minor),
})

/** The taxes of a document, the largest rate first. */
export const listOf = async (db: Reading, document: InvoiceNumber): Promise<TaxSum[]> =>
  (await listOfAll(db, [document])).get(formatInvoiceNumber(document)) ?? []

/** The taxes of documents, by their numbers. */
export async function listOfAll(
  db: Reading,
  documents: readonly InvoiceNumber[],
): Promise<Map<string, TaxSum[]>> {
  const taxes = new Map<string, TaxSum[]>()
  for (const [series, list] of Map.groupBy(documents, document => document.series)) {
    const rows = await db
      .selectFrom('invoice_taxes')
      .selectAll()
      .where('series', '=', series)
      .where(
        'number',
        'in',
        list.map(({ number }) => number),
      )
      .orderBy('percent_thousandths', 'desc')
      .orderBy('name')
      .execute()
    for (const [number, sums] of Map.groupBy(rows, row => row.number))
      taxes.set(formatInvoiceNumber({ series, number }), sums.map(sumOf))
  }
  return taxes
}

/** How much of an invoice was credited so far at a rate, for all orders that were paid with this one. */
export async function creditedOf(tx: Writing, order: OrderRow, name: string): Promise<number> {
  const orders = tx
    .selectFrom('payments')
    .innerJoin('payment_orders', 'payment_orders.payment_id', 'payments.id')
    .innerJoin('orders', 'orders.id', 'payment_orders.order_id')
    .where('payments.intent_id', '=', order.transaction_id)
    .whereRef('orders.transaction_id', '=', 'payments.intent_id')
    .select('orders.id')
  const { gross } = await tx
    .selectFrom('invoices')
    .innerJoin('invoice_taxes', join =>
      join
        .onRef('invoice_taxes.series', '=', 'invoices.series')
        .onRef('invoice_taxes.number', '=', 'invoices.number'),
    )
    .where('invoices.order_id', 'in', orders)
    .where('invoices.series', '=', 'CN')
    .where('invoice_taxes.name', '=', name)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('invoice_taxes.gross_minor'), sql.lit(0)).as('gross'))
    .executeTakeFirstOrThrow()
  return Number(gross)
}

/** The sums per rate of the documents of a time: invoices less credit notes. */
export async function sumsBetween(db: Reading, from: number, until: number): Promise<TaxSum[]> {
  const sums = new Map<string, TaxSum>()
  const rows = await db
    .selectFrom('invoice_taxes')
    .select(({ fn }) => [
      'series',
      'name',
      'percent_thousandths',
      fn.sum<number>('gross_minor').as('gross_minor'),
      fn.sum<number>('tax_minor').as('tax_minor'),
    ])
    .where('issued_at', '>=', from)
    .where('issued_at', '<', until)
    .groupBy(['series', 'name', 'percent_thousandths'])
    .orderBy('percent_thousandths', 'desc')
    .orderBy('name')
    .execute()
  for (const row of rows) {
    const key = JSON.stringify([row.name, row.percent_thousandths])
    const sign = row.series === 'INV' ? 1 : -1
    const before = sums.get(key)
    const now = sumOf(row)
    sums.set(key, {
      ...now,
      gross: (before?.gross ?? 0) + sign * now.gross,
      tax: (before?.tax ?? 0) + sign * now.tax,
    })
  }
  return [...sums.values()]
}
