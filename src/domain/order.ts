/** The moments of an order's life, as the database keeps them: null means it has not happened. */
export interface OrderMoments {
  paidAt: number | null
  removedAt: number | null
  releasedAt: number | null
}

/** held: unpaid, stock set aside. lapsed: unpaid, stock given back when the hold ran out. */
export const orderStates = ['held', 'lapsed', 'paid', 'removed'] as const

export type OrderState = (typeof orderStates)[number]

export type OrderAction = 'pay' | 'remove'

export const maxUnpaidOrders = 20

/** So many orders may one account place, and remove, in so long: each makes the shop write, and its lists stale. */
export const orderRate = { most: 300, withinMs: 10 * 60_000 }

const allowed: Record<OrderState, readonly OrderAction[]> = {
  held: ['pay', 'remove'],
  lapsed: ['pay', 'remove'],
  paid: [],
  removed: [],
}

export function stateOf({ paidAt, removedAt, releasedAt }: OrderMoments): OrderState {
  if (removedAt !== null) return 'removed'
  if (paidAt !== null) return 'paid'
  return releasedAt === null ? 'held' : 'lapsed'
}

export const mayHappen = (action: OrderAction, state: OrderState): boolean => allowed[state].includes(action)
