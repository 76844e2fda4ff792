import { inThousands } from './thousands.ts'

/** The code computes in whole cents; dollars with at most two decimals appear only in the API and on pages. */
export type Cents = number

/** The price range of one item. */
export const minPrice: Cents = 1
export const maxPrice: Cents = 100_000_000

/** The range that the card provider accepts for one payment. */
export const payable = { least: 50, most: 99_999_999 } as const

/**
 * The cents of a dollar amount, or undefined when it is negative, not finite or finer than a cent.
 * Read from the decimal digits: multiplying by 100 would round (1.005 * 100 is 100.49999…).
 */
export function centsOf(dollars: number): Cents | undefined {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(dollars))
  if (!match) return undefined
  const [, whole = '', fraction = ''] = match
  const cents = Number(whole + fraction.padEnd(2, '0'))
  return Number.isSafeInteger(cents) ? cents : undefined
}

/** Dollars as typed in a form or a URL. */
export const typedDollars = /^\d{1,7}(\.\d{1,2})?$/

/** The message for an amount with more decimals. */
export const twoDecimals = 'Enter dollars with at most two decimals.'

export const dollarsOf = (cents: Cents): number => cents / 100

export const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0)

export const totalOf = (unitPrice: Cents, quantity: number): Cents => unitPrice * quantity

/** '$34.00' and '-$18.50', as in accounting. */
export function formatCents(cents: Cents): string {
  const dollars = inThousands(Math.trunc(Math.abs(cents) / 100))
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** '$34' and '$18.50', as on a price tag. */
export function formatDollars(dollars: number): string {
  const [whole = '', ...fraction] = Math.abs(dollars)
    .toFixed(Number.isInteger(dollars) ? 0 : 2)
    .split('.')
  return `${dollars < 0 ? '-' : ''}$${[inThousands(whole), ...fraction].join('.')}`
}

/** For a list: two decimals in all its prices if one of them has cents, so that they line up. */
export function dollarsFormat(list: readonly number[]): (dollars: number) => string {
  if (list.every(Number.isInteger)) return formatDollars
  return dollars => formatCents(Math.round(dollars * 100))
}

export const formatPrice = (cents: Cents): string => formatDollars(dollarsOf(cents))
