import { invalid } from './errors.ts'

/** What Stripe says about its currencies (https://docs.stripe.com/currencies). It knows nothing of the shop's own list. */
const currencies = new Set(
  [
    'aed afn all amd aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny',
    'cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr',
    'isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk',
    'mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rwf sar sbd scr sek sgd shp',
    'sle sos srd szl thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xof xpf yer zar zmw',
  ].flatMap(line => line.split(' ')),
)

const setOf = (codes: string) => new Set(codes.split(' '))
const zeroDecimals = setOf('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf')
/** They are charged in steps of ten: the last digit must be 0. */
const threeDecimals = setOf('bhd jod kwd omr tnd')
/** They are written in hundredths, but only whole amounts are taken. */
const wholeHundreds = setOf('isk ugx')

/** In major units. The others have no bound of their own. */
const leastCharges: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'aed 2, aud .5, brl .5, cad .5, chf .5, czk 15, dkk 2.5, eur .5, gbp .3, hkd 4, huf 175, inr .5',
    'jpy 50, mxn 10, myr 2, nok 3, nzd .5, pln 2, ron 2, sek 3, sgd .5, thb 10, usd .5',
  ]
    .flatMap(line => line.split(', '))
    .map(entry => entry.split(' '))
    .map(([code, least]) => [code, Number(least)]),
)
const largest = 99_999_999

const decimalsOf = (currency: string): number =>
  zeroDecimals.has(currency) ? 0 : threeDecimals.has(currency) ? 3 : 2

/** Charges and refunds are multiples of it. */
export const stepOf = (currency: string): number =>
  threeDecimals.has(currency) ? 10 : wholeHundreds.has(currency) ? 100 : 1

function leastOf(currency: string): number {
  const least = leastCharges[currency]
  return least === undefined ? stepOf(currency) : Math.round(least * 10 ** decimalsOf(currency))
}

/** '$0.50', with as many decimals as Stripe counts. Intl itself would write ISK without any. */
export function written(amount: number, currency: string): string {
  const decimals = decimalsOf(currency)
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(amount / 10 ** decimals)
}

export function refuseCurrency(currency: string): void {
  if (currencies.has(currency)) return
  throw invalid(
    `Invalid currency: ${currency}. Stripe currently supports these currencies: ${[...currencies].join(', ')}`,
    { param: 'currency' },
  )
}

/** Refuses an amount that is not positive, or finer than the currency allows. */
export function refuseFraction(amount: number, currency: string): void {
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  if (amount % stepOf(currency) === 0) return
  const code = currency.toUpperCase()
  if (wholeHundreds.has(currency)) {
    throw invalid(
      `Invalid amount. Currency ${code} has become effectively zero-decimal and charged amounts must be evenly divisible by 100. See https://stripe.com/docs/currencies#special-cases for more information.`,
      { code: 'invalid_charge_amount_no_decimal_compatible', param: 'amount' },
    )
  }
  // Stripe documents the rule, but not its words.
  throw invalid(
    `Invalid amount. Currency ${code} has three decimals and amounts must be evenly divisible by 10. See https://stripe.com/docs/currencies#three-decimal for more information.`,
    { param: 'amount' },
  )
}

export function refuseAmount(amount: number, currency: string): void {
  refuseFraction(amount, currency)
  const least = leastOf(currency)
  if (amount < least) {
    throw invalid(`Amount must be at least ${written(least, currency)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > largest) {
    throw invalid(`Amount must be no more than ${written(largest, currency)} ${currency}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
}
