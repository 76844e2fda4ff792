import { type Currency, shopCurrency } from './currency.ts'
import { inThousands } from './thousands.ts'

/**
 * An amount in whole minor units of the shop's currency: cents, yen, fils. The code computes in them; major units appear
 * only in the API and on pages.
 */
export type Minor = number

/** The price range of one item. */
export const maxPrice: Minor = 100_000_000
export const minPrice = (currency = shopCurrency()): Minor => stepOf(currency)

/** The smallest difference between two amounts that cards can be charged. */
const stepOf = ({ decimals, places }: Currency): Minor => 10 ** (decimals - places)

/**
 * The minor units of an amount, or undefined when it is negative, not finite or finer than one minor unit.
 * Read from the decimal digits: multiplying by 100 would round (1.005 * 100 is 100.49999…).
 */
export function minorOf(major: number, { decimals } = shopCurrency()): Minor | undefined {
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(String(major)) ?? []
  if (whole === undefined || fraction.length > decimals) return undefined
  const minor = Number(whole + fraction.padEnd(decimals, '0'))
  return Number.isSafeInteger(minor) ? minor : undefined
}

export const majorOf = (minor: Minor, { decimals } = shopCurrency()): number => minor / 10 ** decimals

/** Whether a card can be charged the amount, as far as its decimals go. */
export const isWholeStep = (minor: Minor, currency = shopCurrency()): boolean =>
  minor % stepOf(currency) === 0

/** An amount as typed in a form or an address; NaN for anything else. */
export function typedAmount(typed: string): number {
  const match = /^\d{1,9}(?:\.(\d+))?$/.exec(typed)
  const isAmount = match !== null && (match[1] ?? '').length <= shopCurrency().decimals
  return isAmount ? Number(typed) : Number.NaN
}

/** The message for an amount with more decimals. */
export const tooManyDecimals = (): string => decimalsOf(shopCurrency())

export const decimalsOf = ({ places }: Currency): string =>
  places === 0 ? 'Enter an amount without decimals.' : 'Enter an amount with at most two decimals.'

export const sumOf = (amounts: readonly Minor[]): Minor => amounts.reduce((sum, amount) => sum + amount, 0)

export const totalOf = (unitPrice: Minor, quantity: number): Minor => unitPrice * quantity

/** '$34.00', '-$18.50' and 'KWD 1.250', as in accounting. */
export const formatExact = (minor: Minor, currency = shopCurrency()): string =>
  written(majorOf(minor, currency), shownDecimals(currency), currency)

/** '$34' and '$18.50', as on a price tag. */
export function formatAmount(major: number, currency = shopCurrency()): string {
  return written(major, Number.isInteger(major) ? 0 : shownDecimals(currency), currency)
}

export const formatPrice = (minor: Minor): string => formatAmount(majorOf(minor))

/** For a list: all its prices have decimals if one of them has, so that they line up. */
export function amountsFormat(list: readonly number[]): (major: number) => string {
  const decimals = list.every(Number.isInteger) ? 0 : shownDecimals(shopCurrency())
  return major => written(major, decimals, shopCurrency())
}

const shownDecimals = ({ decimals, places }: Currency): number => (places === 0 ? 0 : decimals)

function written(major: number, decimals: number, { symbol }: Currency): string {
  const [whole = '', fraction] = Math.abs(major).toFixed(decimals).split('.')
  return `${major < 0 ? '-' : ''}${symbol}${inThousands(whole)}${fraction ? `.${fraction}` : ''}`
}
