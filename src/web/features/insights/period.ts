import { useSearchParams } from 'react-router'
import { lengthIn, type PeriodLength, usualLength } from '#domain/period.ts'

export const periodNames: Readonly<Record<PeriodLength, string>> = {
  1: 'Today',
  7: '7 days',
  30: '30 days',
  365: 'Year',
}

/** The name of the period that each one is compared with. */
export const previousPeriodNames: Readonly<Record<PeriodLength, string>> = {
  1: 'yesterday at this time',
  7: 'the previous 7 days',
  30: 'the previous 30 days',
  365: 'the previous year',
}

export const periodIn = (params: URLSearchParams): PeriodLength => lengthIn(params.get('days')) ?? usualLength

/** The period in the address, `?days=7`. Links keep all other parameters. */
export function usePeriod() {
  const [params] = useSearchParams()
  const hrefOf = (length: PeriodLength): string => {
    const next = new URLSearchParams(params)
    if (length === usualLength) next.delete('days')
    else next.set('days', String(length))
    return `?${next}`
  }
  return { length: periodIn(params), hrefOf }
}
