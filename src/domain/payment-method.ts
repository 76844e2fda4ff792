/** How customers pay without the card provider; an admin notes it. */
export const notedMethods = ['transfer', 'cash', 'terminal'] as const

export type NotedMethod = (typeof notedMethods)[number]

/** How orders can be paid without the card provider. A voucher may cover all that they cost. */
export const otherMethods = [...notedMethods, 'voucher'] as const

export type OtherMethod = (typeof otherMethods)[number]

/** Of every payment. */
export type PaymentMethod = 'card' | OtherMethod

export interface PaidBy {
  method: OtherMethod
  /** The day on which the money came, such as '2026-11-03'. */
  on: string
}

/** How an order was paid; undefined if it is unpaid or was paid by card. */
export function paidByOf(order: {
  paid_method: string | null
  received_on: string | null
}): PaidBy | undefined {
  const method = otherMethods.find(other => other === order.paid_method)
  return method && order.received_on !== null ? { method, on: order.received_on } : undefined
}
