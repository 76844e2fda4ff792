import { type Minor, majorOf } from './money.ts'

/** Prices contain the tax. */
export interface TaxRate {
  /** For example 'Standard'. Items name it. */
  name: string
  /** For example 20 or 5.5. */
  percent: number
  /** The first day on which it holds, in the shop's time zone. */
  from: string
}

/** An amount that contains a tax. */
export interface Taxed {
  name: string
  percent: number
  gross: Minor
}

export interface TaxSum extends Taxed {
  tax: Minor
}

/** As the API sends it. */
export const inMajorUnits = ({ name, percent, gross, tax }: TaxSum) => ({
  name,
  percent,
  gross: majorOf(gross),
  net: majorOf(gross - tax),
  tax: majorOf(tax),
})

/** The names of the rates, in the order of the list. */
export const namesOf = (rates: readonly TaxRate[]): string[] => [...new Set(rates.map(({ name }) => name))]

/** The rate of an item on a day. An item without a rate, or with one that is gone, has the first. */
export function rateOn(rates: readonly TaxRate[], tax: string, day: string): TaxRate | undefined {
  const [first, ...others] = namesOf(rates)
  const name = others.includes(tax) ? tax : first
  return rates
    .filter(rate => rate.name === name && rate.from <= day)
    .toSorted((one, other) => (one.from < other.from ? 1 : -1))[0]
}

/** The sentence for an item that names a rate that the shop does not have. */
export function unknownRate(rates: readonly TaxRate[], tax: string): string | undefined {
  const names = namesOf(rates)
  if (tax === '' || names.includes(tax)) return undefined
  if (names.length === 0) return 'Your shop has no tax rates. Add them under Your shop, Selling.'
  return `There is no tax rate ‘${tax}’. Choose ${names.map(name => `‘${name}’`).join(' or ')}.`
}

/** The tax in an amount, rounded half up. Whole numbers only: 5.5 % are 5500 of 105,500. */
export function taxIn(gross: Minor, percent: number): Minor {
  const part = BigInt(Math.round(percent * 1000))
  const whole = 100_000n + part
  return Number((2n * BigInt(gross) * part + whole) / (2n * whole))
}

/** The sums per rate of an invoice: the tax is rounded once per rate. */
export function taxesOf(amounts: readonly Taxed[]): TaxSum[] {
  const byName = Map.groupBy(amounts, ({ name }) => name)
  return [...byName].flatMap(([name, list]) => {
    const [first] = list
    if (!first) return []
    const gross = list.reduce((sum, one) => sum + one.gross, 0)
    return { name, percent: first.percent, gross, tax: taxIn(gross, first.percent) }
  })
}

/**
 * The tax in what is credited: the credit notes of an invoice contain, at any time, the tax in all that was credited so
 * far. So none is off by more than one minor unit, and once everything is credited, so is the whole tax.
 */
export const taxCredited = (amount: Minor, before: Minor, percent: number): Minor =>
  taxIn(before + amount, percent) - taxIn(before, percent)

/** What is wrong with a list of rates: the index of a rate, and a sentence. */
export function problemsOfRates(rates: readonly TaxRate[]): [number, string][] {
  return rates.flatMap(({ name, from }, index): [number, string][] => {
    const before = rates.slice(0, index)
    const spelled = before.find(rate => rate.name !== name && sameName(rate.name, name))
    if (spelled) return [[index, `Write ‘${spelled.name}’ as above, or choose another name.`]]
    if (before.some(rate => rate.name === name && rate.from === from))
      return [[index, `There are two rates ‘${name}’ from the same day.`]]
    return []
  })
}

const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
