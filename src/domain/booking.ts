/** The moments of an order's life, as the database keeps them: null means it has not happened. */
export interface BookingMoments {
  paidAt: number | null
  removedAt: number | null
  releasedAt: number | null
}

/** held: unpaid, stock set aside. lapsed: unpaid, stock given back when the hold ran out. */
export const bookingStates = ['held', 'lapsed', 'paid', 'removed'] as const

export type BookingState = (typeof bookingStates)[number]

export type BookingAction = 'pay' | 'remove'

export const maxUnpaidBookings = 20

/** So many orders may one account place, and remove, in so long: each makes the shop write, and its lists stale. */
export const orderRate = { most: 300, withinMs: 10 * 60_000 }

const allowed: Record<BookingState, readonly BookingAction[]> = {
  held: ['pay', 'remove'],
  lapsed: ['pay', 'remove'],
  paid: [],
  removed: [],
}

export function stateOf({ paidAt, removedAt, releasedAt }: BookingMoments): BookingState {
  if (removedAt !== null) return 'removed'
  if (paidAt !== null) return 'paid'
  return releasedAt === null ? 'held' : 'lapsed'
}

export const mayHappen = (action: BookingAction, state: BookingState): boolean =>
  allowed[state].includes(action)
