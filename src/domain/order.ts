import type { Minor } from './money.ts'
import { Refusal } from './refusal.ts'

/** held: unpaid, stock reserved. lapsed: unpaid, stock released when the hold expired. refunded: in full. */
export const orderStates = ['held', 'lapsed', 'paid', 'sent', 'refunded', 'removed'] as const

export type OrderState = (typeof orderStates)[number]

/** What the list of all orders can show: a state, or the held orders that wait for a transfer. */
export const orderFilters = [...orderStates, 'awaiting_transfer'] as const

export type OrderFilterName = (typeof orderFilters)[number]

/** Maps states to timestamps: the first timestamp that is set decides. An order without any is held. */
const stateTimestamps = [
  ['removed', 'removed_at'],
  ['refunded', 'refunded_at'],
  ['sent', 'sent_at'],
  ['paid', 'paid_at'],
  ['lapsed', 'released_at'],
] as const

type OrderMoment = (typeof stateTimestamps)[number][1]

/** The timestamps of an order's row: null means that it has not happened. */
type OrderMoments = Readonly<Record<OrderMoment, number | null>>

type OrderAction = 'pay' | 'change' | 'remove' | 'send' | 'unsend' | 'refund'

export const maxUnpaidOrders = 20

/** How often one account may place, change or remove orders: each write makes cached lists stale. */
export const orderRate = { most: 300, withinMs: 10 * 60_000 }

/** The maximum number of orders that one call can mark as sent. */
export const maxSentAtOnce = 200

/** Counting stops here, so this number means 'this many or more'. */
export const mostCounted = 10_000

const allowed: Record<OrderState, readonly OrderAction[]> = {
  held: ['pay', 'change', 'remove'],
  lapsed: ['pay', 'change', 'remove'],
  paid: ['send', 'refund'],
  sent: ['unsend', 'refund'],
  refunded: [],
  removed: [],
}

export const stateOf = (moments: OrderMoments): OrderState =>
  stateTimestamps.find(([, moment]) => moments[moment] !== null)?.[0] ?? 'held'

/** The same rule as query conditions. Every order is in exactly one state. */
export function conditionsOf(state: OrderState): { moment: OrderMoment; hasHappened: boolean }[] {
  const own = stateTimestamps.findIndex(([other]) => other === state)
  const decisive = own === -1 ? stateTimestamps : stateTimestamps.slice(0, own + 1)
  return decisive.map(([other, moment]) => ({ moment, hasHappened: other === state }))
}

export const mayHappen = (action: OrderAction, state: OrderState): boolean => allowed[state].includes(action)

/** Money that the shop no longer has: refunded, about to be refunded, or lost to a dispute. */
export const goneMoney = ['refunded_minor', 'refund_pending_minor', 'dispute_lost_minor'] as const

export type OrderMoney = Readonly<Record<(typeof goneMoney)[number], Minor>> & {
  readonly paid_minor: Minor | null
}

/** Never negative. */
export const leftOf = (amount: Minor, gone: readonly Minor[]): Minor =>
  Math.max(
    0,
    gone.reduce((left, part) => left - part, amount),
  )

/** The part of an order's payment that the shop still has, and that can be refunded. */
export const keptAmountOf = (order: OrderMoney): Minor =>
  leftOf(
    order.paid_minor ?? 0,
    goneMoney.map(column => order[column]),
  )

/** What is left of an order: the remaining money, in minor or major units, and the units that were not restocked. */
interface OrderRemainder {
  state: OrderState
  keptAmount: number
  /** Its part of the payment; zero if a voucher covered it. */
  paidAmount: number | null
  quantity: number
  restockedQuantity: number
}

/** Excludes orders that are fully refunded or restocked. A pending refund counts until it fails. */
export const isSendable = (order: OrderRemainder): boolean =>
  mayHappen('send', order.state) &&
  (order.keptAmount > 0 || isCovered(order)) &&
  order.restockedQuantity < order.quantity

/** A voucher has covered all that it cost: there is nothing to refund, but it can be canceled. */
export const isCovered = ({ paidAmount }: Pick<OrderRemainder, 'paidAmount'>): boolean => paidAmount === 0

export const isCanceled = (order: Pick<OrderRemainder, 'state' | 'paidAmount'>): boolean =>
  isCovered(order) && order.state === 'refunded'

/** An order stays paid after it is sent or refunded. */
export const isPaid = (state: OrderState): boolean =>
  state === 'paid' || state === 'sent' || state === 'refunded'

/** Also for another user's order, so that the response does not reveal that it exists. */
export const noSuchOrder = (): Refusal => new Refusal('not_found', 'There is no such order.')

/** For those who may know that it existed: its customer and admins. */
export const orderRemoved = (): Refusal => new Refusal('not_found', 'This order was removed.')
