import { rateOn } from '#domain/tax.ts'
import { useContent } from '../../api/content.ts'
import { formatPercent } from '../../ui/percent.ts'
import { useToday } from './use-today.ts'

/** 'Includes 20 % tax', if the rate of the item is more than 0 % today. */
export function IncludedTax({ tax }: { tax: string }) {
  const rate = rateOn(useContent().taxRates, tax, useToday())
  if (!rate?.percent) return null
  return <p className="mt-1 text-sm text-soft">{`Includes ${formatPercent(rate.percent)} tax`}</p>
}
