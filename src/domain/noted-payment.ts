import { formatPrice, type Minor } from './money.ts'
import type { OtherMethod, PaidBy } from './payment-method.ts'

const words: Readonly<Record<OtherMethod, string>> = {
  transfer: 'by transfer',
  cash: 'in cash',
  terminal: 'by card at the terminal',
  voucher: 'with a voucher',
}

const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** For example '3 November 2026'. */
export const dayInWords = (day: string): string => dayWords.format(Date.parse(day))

/** For example 'Paid by transfer on 3 November 2026'. */
export const paidWords = ({ method, on }: PaidBy): string => `Paid ${words[method]} on ${dayInWords(on)}`

const notedPrefix = 'noted_'

/** Stands in the place of the provider's id of a payment or refund that the provider does not know. */
export const notedId = (id: string): string => `${notedPrefix}${id.replaceAll('-', '')}`

export const isNotedId = (id: string): boolean => id.startsWith(notedPrefix)

/** What orders cost together, in the amounts that may come. */
export interface DueSums {
  whole: Minor
  /** Without delivery, for goods that are fetched. */
  goods: Minor
  /** What the customer was told to transfer: delivery may cost something else by now. */
  told: Minor | undefined
}

/** Why this is not the amount: it must be exactly what the orders cost together. */
export function amountFault(
  amount: Minor,
  { whole, goods, told }: DueSums,
  orders: number,
): string | undefined {
  if ([whole, goods, told].includes(amount)) return undefined
  const cost = orders === 1 ? 'This order costs' : `These ${orders} orders cost`
  const sentence =
    whole === goods
      ? `${cost} ${formatPrice(whole)}.`
      : `${cost} ${formatPrice(whole)} with delivery, or ${formatPrice(goods)} without.`
  return told === undefined || told === whole || told === goods
    ? sentence
    : `${sentence} The customer was told to transfer ${formatPrice(told)}.`
}

/** Why this cannot be the day: it has not come yet, or is more than a year ago. */
export function dayFault(on: string, today: string): string | undefined {
  if (on > today) return 'This day has not come yet.'
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  return on < yearAgo ? 'This is more than a year ago.' : undefined
}
