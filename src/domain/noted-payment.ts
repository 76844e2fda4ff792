import { formatPrice, type Minor } from './money.ts'

/** How customers pay without the card provider; an admin notes it. */
export const notedMethods = ['transfer', 'cash', 'terminal'] as const

export type NotedMethod = (typeof notedMethods)[number]

/** Of every payment. */
export type PaymentMethod = 'card' | NotedMethod

const notedPrefix = 'noted_'

/** Stands in the place of the provider's id of a payment or refund that the provider does not know. */
export const notedId = (id: string): string => `${notedPrefix}${id.replaceAll('-', '')}`

export const isNotedId = (id: string): boolean => id.startsWith(notedPrefix)

/** Why this is not the amount: it must be exactly what the orders cost together. */
export function amountFault(amount: Minor, due: Minor, orders: number): string | undefined {
  if (amount === due) return undefined
  return orders === 1
    ? `This order costs ${formatPrice(due)}.`
    : `These ${orders} orders cost ${formatPrice(due)}.`
}

/** Why this cannot be the day: it has not come yet, or is more than a year ago. */
export function dayFault(on: string, today: string): string | undefined {
  if (on > today) return 'This day has not come yet.'
  const yearAgo = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`
  return on < yearAgo ? 'This is more than a year ago.' : undefined
}
