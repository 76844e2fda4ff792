import type { NotedMethod } from './noted-payment.ts'

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
  paid_method: NotedMethod | null
  received_on: string | null
}): PaidBy | undefined {
  const { paid_method: method, received_on: on } = order
  return method === null || on === null ? undefined : { method, on }
}
