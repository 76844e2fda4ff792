import { inThousands } from './thousands.ts'

/** The code computes in whole minor units; dollars with at most two decimals appear only in the API and on pages. */
export type Minor = number

/** The price range of one item. */
export const minPrice: Minor = 1
export const maxPrice: Minor = 100_000_000

/** The range that the card provider accepts for one payment. */
export const payable = { least: 50, most: 99_999_999 } as const

/**
 * The cents of a dollar amount, or undefined when it is negative, not finite or finer than a cent.
 * Read from the decimal digits: multiplying by 100 would round (1.005 * 100 is 100.49999…).
 */
export function minorOf(dollars: number): Minor | undefined {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars))
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const minor = Number(whole + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(minor) ? minor : undefined
}

/** Dollars as typed in a form or a URL. */
export const typedDollars = /^\d{1,7}(\.\d{1,2})?$/

/** The message for an amount with more decimals. */
export const twoDecimals = 'Enter dollars with at most two decimals.'

export const majorOf = (minor: Minor): number => minor / 100

export const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, amount) => sum + amount, 0)

export const totalOf = (unitPrice: Minor, quantity: number): Minor => unitPrice * quantity

/** '$34.00' and '-$18.50', as in accounting. */
export function formatMinor(minor: Minor): string {
  const dollars = inThousands(Math.trunc(Math.abs(minor) / 100))
  return `${minor < 0 ? '-' : ''}$${dollars}.${String(Math.abs(minor) % 100).padStart(2, '0')}`
}

/** '$34' and '$18.50', as on a price tag. */
export function formatDollars(dollars: number): string {
  const [whole = '', ...fraction] = Math.abs(dollars)
    .toFixed(Number.isInteger(dollars) ? 0 : 2)
    .split('.')
  return `${dollars < 0 ? '-' : ''}$${[inThousands(whole), ...fraction].join('.')}`
}

/** For a list: two decimals in all its prices if one of them has decimals, so that they line up. */
export function dollarsFormat(list: readonly number[]): (dollars: number) => string {
  if (list.every(Number.isInteger)) return formatDollars
  return dollars => formatMinor(Math.round(dollars * 100))
}

export const formatPrice = (minor: Minor): string => formatDollars(majorOf(minor))
