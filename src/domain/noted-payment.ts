import { formatPrice, type Minor } from './money.ts'
import type { OtherMethod, PaidBy } from './payment-method.ts'

const words: Readonly<Record<OtherMethod, string>> = {
  transfer: 'by transfer',
  cash: 'in cash',
  terminal: 'by card at the terminal',
  voucher: 'with a voucher',
}

const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** For example 'Paid by transfer on 3 November 2026'. */
export const paidWords = ({ method, on }: PaidBy): string =>
  `Paid ${words[method]} on ${dayWords.format(Date.parse(on))}`

const notedPrefix = 'noted_'

/** Stands in the place of the provider's id of a payment or refund that the provider does not know. */
export const notedId = (id: string): string => `${notedPrefix}${id.replaceAll('-', '')}`

export const isNotedId = (id: string): boolean => id.startsWith(notedPrefix)

/**
 * Why this is not the amount: it must be exactly what the orders cost together. Goods that are fetched cost no delivery, so
 * where delivery has a price there are two such amounts.
 */
export function amountFault(amount: Minor, sums: readonly Minor[], orders: number): string | undefined {
  if (sums.includes(amount)) return undefined
  const [whole = 0, goods = whole] = sums
  const cost = orders === 1 ? 'This order costs' : `These ${orders} orders cost`
  return whole === goods
    ? `${cost} ${formatPrice(whole)}.`
    : `${cost} ${formatPrice(whole)} with delivery, or ${formatPrice(goods)} without.`
}

/** Why this cannot be the day: it has not come yet, or is more than a year ago. */
export function dayFault(on: string, today: string): string | undefined {
  if (on > today) return 'This day has not come yet.'
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  return on < yearAgo ? 'This is more than a year ago.' : undefined
}
