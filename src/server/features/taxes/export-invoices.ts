import type { Readable } from 'node:stream'
import { usDollar } from '#domain/currency.ts'
import { dayAt, endOfDay, startOfDay } from '#domain/day.ts'
import { formatInvoiceNumber, type InvoiceContent, kindOf } from '#domain/invoice.ts'
import { majorOf } from '#domain/money.ts'
import type { TaxSum } from '#domain/tax.ts'
import { type CsvSource, csvFile } from '../../csv/csv-file.ts'
import type { InvoiceRow } from '../../db/schema/tables.ts'
import type { Deps } from '../../deps.ts'
import * as invoiceTaxes from '../../store/invoice-taxes.ts'
import * as invoices from '../../store/invoices.ts'

const columns = [
  'number',
  'date',
  'kind',
  'about',
  'orders',
  'customer',
  'rate',
  'percent',
  'net',
  'tax',
  'gross',
  'currency',
]

/** A document, or its part at one rate. */
interface Part {
  _id: string
  row: InvoiceRow
  rate: Pick<TaxSum, 'name' | 'percent'> | undefined
  gross: number
  tax: number
}

/** Both inclusive. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

/** All invoices and credit notes, or those of some days. Credit notes are negative, so that the columns add up. */
export const exportInvoices = (deps: Deps, { from, to }: Days): Readable => {
  const { timeZone } = deps.config
  const between = {
    from: from === undefined ? 0 : startOfDay(from, timeZone),
    until: to === undefined ? Number.MAX_SAFE_INTEGER : endOfDay(to, timeZone),
  }
  let last: InvoiceRow | undefined
  const read: CsvSource<Part>['read'] = async ({ limit }) => {
    const rows = await invoices.listBetween(deps.db.read, between, limit, last)
    last = rows.at(-1) ?? last
    const taxes = await invoiceTaxes.listOfAll(deps.db.read, rows)
    return rows.flatMap(row => partsOf(row, taxes.get(formatInvoiceNumber(row)) ?? []))
  }
  return csvFile({ columns, cellsOf: part => cellsOf(part, timeZone), read })
}

function partsOf(row: InvoiceRow, taxes: readonly TaxSum[]): Part[] {
  const _id = formatInvoiceNumber(row)
  const parts = taxes.map(({ name, percent, gross, tax }): Part => {
    return { _id, row, rate: { name, percent }, gross, tax }
  })
  const rest = row.amount_minor - taxes.reduce((sum, { gross }) => sum + gross, 0)
  return rest === 0 && parts.length > 0
    ? parts
    : [...parts, { _id, row, rate: undefined, gross: rest, tax: 0 }]
}

function cellsOf({ _id, row, rate, gross, tax }: Part, timeZone: string) {
  const { about, orderNumber, customer, currency }: InvoiceContent = JSON.parse(row.content)
  const sign = row.series === 'INV' ? 1 : -1
  const major = (minor: number) => majorOf(sign * minor)
  return [
    _id,
    dayAt(row.issued_at, timeZone),
    kindOf(row.series, row.amount_minor),
    about,
    orderNumber,
    customer.name,
    rate?.name ?? '',
    rate?.percent ?? '',
    major(gross - tax),
    major(tax),
    major(gross),
    currency ?? usDollar.code,
  ]
}
