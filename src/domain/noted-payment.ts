import { formatPrice, type Minor } from './money.ts'

/** How customers pay without the card provider; an admin notes it. */
export const notedMethods = ['transfer', 'cash', 'terminal'] as const

export type NotedMethod = (typeof notedMethods)[number]

/** Of every payment. */
export type PaymentMethod = 'card' | NotedMethod

export interface PaidBy {
  method: NotedMethod
  /** The day on which the money came, such as '2026-11-03'. */
  on: string
}

const words: Readonly<Record<NotedMethod, string>> = {
  transfer: 'by transfer',
  cash: 'in cash',
  terminal: 'by card at the terminal',
}

const dayWords = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** For example 'Paid by transfer on 3 November 2026'. */
export const paidWords = ({ method, on }: PaidBy): string =>
  `Paid ${words[method]} on ${dayWords.format(Date.parse(on))}`

/** How an order was paid; undefined if it is unpaid or was paid by card. */
export function paidByOf(order: {
  paid_method: string | null
  received_on: string | null
}): PaidBy | undefined {
  const method = notedMethods.find(noted => noted === order.paid_method)
  return method && order.received_on !== null ? { method, on: order.received_on } : undefined
}

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
