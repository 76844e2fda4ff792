import { Refusal } from './refusal.ts'

/** The moments of an order's life, as the database keeps them: null means it has not happened. */
export interface OrderMoments {
  paidAt: number | null
  removedAt: number | null
  releasedAt: number | null
  sentAt: number | null
  /** When all of the money had gone back, given by the shop or taken by the bank. */
  refundedAt: number | null
}

/** held: unpaid, stock set aside. lapsed: unpaid, stock given back when the hold ran out. refunded: wholly. */
export const orderStates = ['held', 'lapsed', 'paid', 'sent', 'refunded', 'removed'] as const

export type OrderState = (typeof orderStates)[number]

export type OrderAction = 'pay' | 'remove' | 'send' | 'unsend' | 'refund'

export const maxUnpaidOrders = 20

/** So many orders may one account place, and remove, in so long: each makes the shop write, and its lists stale. */
export const orderRate = { most: 300, withinMs: 10 * 60_000 }

/** So many orders may be sent by one call. */
export const maxSentAtOnce = 200

/** The orders of a state are counted up to so many: that number means as many, or more. */
export const mostCounted = 10_000

const allowed: Record<OrderState, readonly OrderAction[]> = {
  held: ['pay', 'remove'],
  lapsed: ['pay', 'remove'],
  paid: ['send', 'refund'],
  sent: ['unsend', 'refund'],
  refunded: [],
  removed: [],
}

export function stateOf({ paidAt, removedAt, releasedAt, sentAt, refundedAt }: OrderMoments): OrderState {
  if (removedAt !== null) return 'removed'
  if (refundedAt !== null) return 'refunded'
  if (sentAt !== null) return 'sent'
  if (paidAt !== null) return 'paid'
  return releasedAt === null ? 'held' : 'lapsed'
}

export const mayHappen = (action: OrderAction, state: OrderState): boolean => allowed[state].includes(action)

/** What is left of an order, in whatever money: neither given back, on its way back nor lost, and not on the shelf again. */
export interface OrderRest {
  state: OrderState
  keptAmount: number
  quantity: number
  restockedQuantity: number
}

/** Nobody sends what all the money goes back for: a refund that is only asked for counts, until it has failed. */
export const isSendable = ({ state, keptAmount, quantity, restockedQuantity }: OrderRest): boolean =>
  mayHappen('send', state) && keptAmount > 0 && restockedQuantity < quantity

/** Whether its money has come: it stays paid when it is sent, and when the money goes back. */
export const isPaid = (state: OrderState): boolean =>
  state === 'paid' || state === 'sent' || state === 'refunded'

/** There is none, or it is somebody else's: nobody is told which. */
export const noSuchOrder = (): Refusal => new Refusal('not_found', 'There is no such order.')
