const setOf = (codes: string) => new Set(codes.split(' '))

/** What the card provider says about its currencies; a second list, so that a mistake in the shop's own is noticed. */
const withoutDecimals = setOf('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF')
const withThreeDecimals = setOf('BHD JOD KWD OMR TND')
/** They are counted in hundredths, and only whole amounts are charged. */
const wholeHundreds = setOf('ISK UGX')

/** One unit has ten to the power of so many minor units. */
const decimalsOf = (code: string): number =>
  withoutDecimals.has(code) ? 0 : withThreeDecimals.has(code) ? 3 : 2

/** How many decimals an amount may have: of dinars, cards are charged ten fils at a time. */
const placesOf = (code: string): number => (withoutDecimals.has(code) || wholeHundreds.has(code) ? 0 : 2)

export const isTooFine = (amount: number, code: string): boolean =>
  Number(amount.toFixed(placesOf(code))) !== amount

/** Amounts are compared in thousandths, whatever the currency: none has smaller parts. */
export const thousandthsOf = (amount: number | null): number => Math.round((amount ?? 0) * 1000)

/** The smallest difference between two charges, in thousandths. */
export const stepOf = (code: string): number => 10 ** (3 - placesOf(code))

/** Of an amount in minor units. */
export const thousandthsIn = (minor: number, code: string): number => minor * 10 ** (3 - decimalsOf(code))

/** In minor units; NaN if it has smaller parts. Unlike what is charged, a tax may be about single fils. */
export function minorIn(amount: number, code: string): number {
  const decimals = decimalsOf(code)
  return Number(amount.toFixed(decimals)) === amount ? Math.round(amount * 10 ** decimals) : Number.NaN
}

/** What is left of a price that keeps its number in another currency: half a step is rounded up, and nothing is free. */
export function keptNumber(thousandths: number, code: string): number {
  const step = stepOf(code)
  return Math.max(step, Math.round(thousandths / step) * step)
}

/** In minor units: the least charges of the currencies that worlds use, and the highest of any. */
const leastCharges: Readonly<Record<string, number>> = { USD: 50, EUR: 50, JPY: 50 }
const highestCharge = 99_999_999

export function isCharged(minor: number, code: string): boolean {
  const step = 10 ** (decimalsOf(code) - placesOf(code))
  return minor % step === 0 && minor >= (leastCharges[code] ?? step) && minor <= highestCharge
}

/** In thousandths. */
export const leastChargeOf = (code: string): number =>
  leastCharges[code] === undefined ? stepOf(code) : thousandthsIn(leastCharges[code], code)

const symbols: Readonly<Record<string, string>> = { USD: '$', EUR: '€', JPY: '¥' }
const symbolOf = (code: string): string => symbols[code] ?? `${code}\u00a0`

/** '$1,234.50' in thousandths; NaN if it is no amount of this currency. */
export function amountIn(text: string, code: string): number {
  if (text.startsWith('-')) return -amountIn(text.slice(1), code)
  const symbol = symbolOf(code)
  const digits = text.startsWith(symbol) ? text.slice(symbol.length).replaceAll(',', '') : ''
  return /^\d+(\.\d+)?$/.test(digits) ? thousandthsOf(Number(digits)) : Number.NaN
}

/** The first amount in a text that another currency has written. */
export const foreignAmountIn = (text: string, code: string): string | undefined =>
  text.match(/(?:[$€¥£]|\b[A-Z]{3}\u00a0)\d[\d.,]*/g)?.find(found => !found.startsWith(symbolOf(code)))
