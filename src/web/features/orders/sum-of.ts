import type { Order } from '#contract/orders.ts'
import { centsOf, dollarsOf } from '#domain/money.ts'

/** The total in dollars, added in cents to be exact. */
export const sumOf = (orders: readonly Order[]): number =>
  dollarsOf(orders.reduce((sum, { totalPrice }) => sum + (centsOf(totalPrice) ?? 0), 0))
