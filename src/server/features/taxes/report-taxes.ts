import type { TaxReport } from '#contract/taxes.ts'
import { shopCurrency } from '#domain/currency.ts'
import { dayAt, startOfDay } from '#domain/day.ts'
import { inMajorUnits } from '#domain/tax.ts'
import type { Deps } from '../../deps.ts'
import * as invoiceTaxes from '../../store/invoice-taxes.ts'

const months = 12

/** The taxes of this month and the eleven before, newest first, in the shop's time zone. */
export async function reportTaxes({ db, config, now }: Deps): Promise<TaxReport> {
  const [year = 0, month = 1] = dayAt(now(), config.timeZone).split('-').map(Number)
  const report: TaxReport = { currency: shopCurrency().code, months: [] }
  for (let back = 0; back < months; back++) {
    const [from, until] = [monthOf(year, month - back), monthOf(year, month - back + 1)]
    const sums = await invoiceTaxes.sumsBetween(
      db.read,
      startOfDay(`${from}-01`, config.timeZone),
      startOfDay(`${until}-01`, config.timeZone),
    )
    report.months.push(...sums.map(sum => ({ month: from, ...inMajorUnits(sum) })))
  }
  return report
}

/** '2026-11'; months before the first and after the twelfth are those of other years. */
const monthOf = (year: number, month: number): string =>
  new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 7)
