import type { Cents } from './money.ts'
import { Refusal } from './refusal.ts'

/** held: unpaid, stock set aside. lapsed: unpaid, stock given back when the hold ran out. refunded: wholly. */
export const orderStates = ['held', 'lapsed', 'paid', 'sent', 'refunded', 'removed'] as const

export type OrderState = (typeof orderStates)[number]

/** Which moment puts an order into which state: the first one that has happened decides. An order without any is held. */
const decisiveMoments = [
  ['removed', 'removed_at'],
  ['refunded', 'refunded_at'],
  ['sent', 'sent_at'],
  ['paid', 'paid_at'],
  ['lapsed', 'released_at'],
] as const

type OrderMoment = (typeof decisiveMoments)[number][1]

/** The moments of an order's life, as the database keeps them: null means it has not happened. */
type OrderMoments = Readonly<Record<OrderMoment, number | null>>

type OrderAction = 'pay' | 'remove' | 'send' | 'unsend' | 'refund'

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

export const stateOf = (moments: OrderMoments): OrderState =>
  decisiveMoments.find(([, moment]) => moments[moment] !== null)?.[0] ?? 'held'

/** The same rule as conditions for a query: every order is in exactly one state. */
export function conditionsOf(state: OrderState): { moment: OrderMoment; hasHappened: boolean }[] {
  const own = decisiveMoments.findIndex(([other]) => other === state)
  const decisive = own === -1 ? decisiveMoments : decisiveMoments.slice(0, own + 1)
  return decisive.map(([other, moment]) => ({ moment, hasHappened: other === state }))
}

export const mayHappen = (action: OrderAction, state: OrderState): boolean => allowed[state].includes(action)

/** What may have become of an order's money: refunded, about to be refunded, or lost to a dispute. */
export const goneMoney = ['refunded_cents', 'refund_pending_cents', 'dispute_lost_cents'] as const

export type OrderMoney = Readonly<Record<'total_cents' | (typeof goneMoney)[number], Cents>> &
  Pick<OrderMoments, 'paid_at'>

/** How much of some money is left when these amounts are taken from it. */
export const leftOf = (amount: Cents, gone: readonly Cents[]): Cents =>
  Math.max(
    0,
    gone.reduce((left, part) => left - part, amount),
  )

/** What the shop keeps of an order's payment: this much can still be refunded. */
export const keptOf = (order: OrderMoney): Cents =>
  order.paid_at === null
    ? 0
    : leftOf(
        order.total_cents,
        goneMoney.map(column => order[column]),
      )

/** What is left of an order, in cents or dollars: money that the shop keeps, and units that are not back on the shelf. */
interface OrderRest {
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

/** The same answer for an order that is not there and for somebody else's. */
export const noSuchOrder = (): Refusal => new Refusal('not_found', 'There is no such order.')
