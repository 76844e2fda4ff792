import { numbersStartAfter } from './invoice.ts'

/** The highest number issued in each series: orders, invoices, credit notes. */
export interface Numbers {
  T: number
  INV: number
  CN: number
}

export const allSeries = ['T', 'INV', 'CN'] as const

export const noNumbers: Numbers = { T: numbersStartAfter, INV: numbersStartAfter, CN: numbersStartAfter }

/** For two shops, or a shop and its backup: numbers up to these must not be issued again. */
export const highest = (a: Numbers, b: Numbers): Numbers => ({
  T: Math.max(a.T, b.T),
  INV: Math.max(a.INV, b.INV),
  CN: Math.max(a.CN, b.CN),
})

export const moved = ({ T, INV, CN }: Numbers, by: number): Numbers => ({
  T: T + by,
  INV: INV + by,
  CN: CN + by,
})

/** 'last order T-1120' or 'no order'. */
export const lastOrder = ({ T }: Numbers): string =>
  T > numbersStartAfter ? `last order T-${T}` : 'no order'
