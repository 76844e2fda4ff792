import { rateOn, type TaxRate } from '#domain/tax.ts'
import { formatPercent } from './percent.ts'
import { useToday } from './use-today.ts'

interface IncludedTaxProps {
  of: { taxRates: readonly TaxRate[] }
  /** The name of the item's rate. */
  tax: string
}

/** 'Includes 20 % tax', if the rate of the item is more than 0 % today. */
export function IncludedTax({ of: { taxRates }, tax }: IncludedTaxProps) {
  const rate = rateOn(taxRates, tax, useToday())
  if (!rate?.percent) return null
  return <p className="mt-1 text-sm text-soft">{`Includes ${formatPercent(rate.percent)} tax`}</p>
}
