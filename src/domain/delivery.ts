import type { Currency } from './currency.ts'
import {
  decimalsOf,
  formatAmount,
  isWholeStep,
  type Minor,
  majorOf,
  maxPrice,
  minorOf,
  minPrice,
} from './money.ts'

/** What delivery costs, once per payment. */
export interface DeliveryPrice {
  price: Minor
  /** Nothing from this sum of goods on; null if it always costs. */
  freeFrom: Minor | null
}

/** The same in the shop's content, in major units. */
interface EnteredPrice {
  price: number
  freeFrom: number | null
}

/** What is wrong with an amount that an owner enters, in the currency that the shop will have. */
export function faultOf(entered: number, currency: Currency): string | undefined {
  const write = (minor: Minor) => formatAmount(majorOf(minor, currency), currency)
  if (entered <= 0) return `Enter at least ${write(minPrice(currency))}.`
  const minor = minorOf(entered, currency)
  if (minor === undefined || !isWholeStep(minor, currency)) return decimalsOf(currency)
  return minor > maxPrice ? `Enter at most ${write(maxPrice)}.` : undefined
}

export const inMinorUnits = (delivery: EnteredPrice | null): DeliveryPrice | null =>
  delivery && {
    price: minorOf(delivery.price) ?? 0,
    freeFrom: delivery.freeFrom === null ? null : (minorOf(delivery.freeFrom) ?? 0),
  }

/** What the delivery of goods costs. */
export const deliveryOf = (delivery: DeliveryPrice | null, goods: Minor): Minor =>
  delivery === null || (delivery.freeFrom !== null && goods >= delivery.freeFrom) ? 0 : delivery.price
