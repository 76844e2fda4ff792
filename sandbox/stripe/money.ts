import { invalid } from './errors.ts'

const currencies = new Set(Intl.supportedValuesOf('currency').map(code => code.toLowerCase()))
const smallest: Record<string, number> = { gbp: 30, chf: 50, jpy: 50, sek: 300, nok: 300, dkk: 250, inr: 50 }
const largest = 99_999_999

/** '$0.50', with as many decimals as the currency has. */
export function written(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

export function refuseCurrency(currency: string): void {
  if (currencies.has(currency)) return
  throw invalid(`Invalid currency: ${currency}. Stripe does not support it.`, { param: 'currency' })
}

export function refuseAmount(amount: number, currency: string): void {
  if (amount < 1) {
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  }
  const least = smallest[currency] ?? 50
  if (amount < least) {
    throw invalid(`Amount must be at least ${written(least, currency)} ${currency}`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  }
  if (amount > largest) {
    throw invalid(`Amount must be no more than ${written(largest, currency)}`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  }
}
