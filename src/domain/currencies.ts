import { type Currency, usDollar } from './currency.ts'

/** The currencies that Stripe charges cards in (https://docs.stripe.com/currencies). */
export const currencyCodes: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF',
  'CLP CNY COP CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG',
  'HUF IDR ILS INR ISK JMD JOD JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD',
  'MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON',
  'RSD RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS',
  'VND VUV WST XAF XCD XOF XPF YER ZAR ZMW',
].flatMap(line => line.split(' '))

const withoutDecimals = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))

/** Stripe counts them in hundredths, and charges only whole amounts. */
const wholeHundreds = new Set(['ISK', 'UGX'])

/** Stripe charges them only in steps of ten minor units. */
const withThreeDecimals = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND'])

/** The least charges that Stripe names, in major units. In others its limit follows the exchange rate. */
const leastCharges: Readonly<Record<string, number>> = {
  AED: 2,
  AUD: 0.5,
  BRL: 0.5,
  CAD: 0.5,
  CHF: 0.5,
  CZK: 15,
  DKK: 2.5,
  EUR: 0.5,
  GBP: 0.3,
  HKD: 4,
  HUF: 175,
  INR: 0.5,
  JPY: 50,
  MXN: 10,
  MYR: 2,
  NOK: 3,
  NZD: 0.5,
  PLN: 2,
  RON: 2,
  SEK: 3,
  SGD: 0.5,
  THB: 10,
  USD: 0.5,
}

export function currencyOf(code: string): Currency {
  if (code === usDollar.code) return usDollar
  const decimals = withoutDecimals.has(code) ? 0 : withThreeDecimals.has(code) ? 3 : 2
  const places = decimals === 0 || wholeHundreds.has(code) ? 0 : 2
  const least = leastCharges[code]
  return {
    code,
    symbol: symbolOf(code),
    decimals,
    places,
    least: least === undefined ? 10 ** (decimals - places) : Math.round(least * 10 ** decimals),
    most: 99_999_999,
  }
}

/** Their symbols are missing in the fonts of documents, and in many of browsers. */
const writtenByCode = new Set(['AFN', 'AMD', 'BDT', 'KGS', 'KHR'])

/** 'kr' and 'KWD' keep apart from the number. */
function symbolOf(code: string): string {
  if (writtenByCode.has(code)) return `${code}\u00a0`
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(1)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? code
  return /\p{L}$/u.test(symbol) ? `${symbol}\u00a0` : symbol
}

/** 'US dollars (USD)', as an invoice names it. */
export function currencyNameOf(code: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'name',
  }).formatToParts(2)
  return `${parts.find(({ type }) => type === 'currency')?.value ?? code} (${code})`
}
