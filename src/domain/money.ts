import { inThousands } from './thousands.ts'

/** Money is whole cents inside; dollars with at most two decimals exist only on the wire and on the page. */
export type Cents = number

/** Of one item. */
export const minPrice: Cents = 1
export const maxPrice: Cents = 100_000_000

/** What the card provider takes in one payment. */
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

/** Dollars as they are typed, or stand in an address. */
export const typedDollars = /^\d{1,7}(\.\d{1,2})?$/

/** The refusal of a finer amount. */
export const twoDecimals = 'Please enter dollars with at most two decimals.'

export const dollarsOf = (cents: Cents): number => cents / 100

export const totalOf = (unitPrice: Cents, quantity: number): Cents => unitPrice * quantity

/** What one of them cost, in dollars. A total is a whole number of times a price in cents, so nothing is rounded. */
export const unitPriceOf = (total: number, quantity: number): number =>
  dollarsOf((centsOf(total) ?? 0) / quantity)

/** '$34.00' and '-$18.50': an amount as it stands in books. */
export function formatCents(cents: Cents): string {
  const dollars = inThousands(Math.trunc(Math.abs(cents) / 100))
  return `${cents < 0 ? '-' : ''}$${dollars}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

/** '$34' and '$18.50': a price as the shop writes it. */
export function formatDollars(dollars: number): string {
  const [whole = '', ...fraction] = dollars.toFixed(Number.isInteger(dollars) ? 0 : 2).split('.')
  return `$${[inThousands(whole), ...fraction].join('.')}`
}
