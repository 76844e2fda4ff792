import type { Order } from '#contract/orders.ts'
import { centsOf, dollarsOf } from '#domain/money.ts'

/** What orders cost together, in dollars; added in cents, where that is exact. */
export const sumOf = (orders: readonly Order[]): number =>
  dollarsOf(orders.reduce((sum, { totalPrice }) => sum + (centsOf(totalPrice) ?? 0), 0))
