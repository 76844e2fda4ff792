import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { currency, day, taxPercent } from './shapes.ts'

/** The tax in the invoices of a month, less what its credit notes gave back. */
const taxOfMonth = z.strictObject({
  /** '2026-11', in the shop's time zone. */
  month: z.string(),
  name: z.string(),
  percent: taxPercent,
  /** Negative if more was credited than sold. */
  gross: z.number(),
  net: z.number(),
  tax: z.number(),
})

export type TaxOfMonth = z.output<typeof taxOfMonth>

const taxReport = z.strictObject({ currency, months: z.array(taxOfMonth) })

export type TaxReport = z.output<typeof taxReport>

export const taxes = {
  report: endpoint({
    method: 'GET',
    path: '/taxes',
    who: 'admin',
    summary: 'Net, tax and gross of the last twelve months, per month and rate, newest month first',
    answer: taxReport,
  }),
  export: endpoint({
    method: 'GET',
    path: '/invoices.csv',
    who: 'admin',
    freshProof: 'with_factor',
    summary: 'All invoices and credit notes as a file for the accountant, one line per document and rate',
    query: z.strictObject({
      /** Days in the shop's time zone, both inclusive. */
      from: z.optional(day),
      to: z.optional(day),
    }),
    answers: 'text/csv',
  }),
}
