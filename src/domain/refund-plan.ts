import { refundsBlocked } from './dispute.ts'
import { type Cents, dollarsOf, formatDollars } from './money.ts'
import { isPaid, type OrderState } from './order.ts'
import { Refusal } from './refusal.ts'

/** What an admin wants to give back of an order. */
export interface RefundRequest {
  /** All that is left unless given. */
  amount?: Cents | undefined
  /** How many units go back on the shelf; true for all that are not there yet. */
  restock: boolean | number
}

/** What can go back of an order. */
export interface Refundable {
  state: OrderState
  /** Kept, and neither given back nor asked for. */
  left: Cents
  /** Sold, and not on the shelf again. */
  unitsLeft: number
  /** A dispute forbids refunds, or has taken the money already. */
  dispute?: 'open' | 'lost' | undefined
}

interface RefundPlan {
  amount: Cents
  units: number
}

/** How much goes back, and how many units; refuses what is more than is left. */
export function planRefund({ amount, restock }: RefundRequest, order: Refundable): RefundPlan {
  if (!isPaid(order.state))
    throw new Refusal('not_paid', 'This order is not paid, so there is no money to give back.')
  if (order.dispute) throw refundsBlocked(order.dispute === 'lost')
  if (order.left <= 0) throw nothingToRefund()
  if (amount !== undefined && amount > order.left) throw amountTooHigh(order.left)
  const units = typeof restock === 'number' ? restock : restock ? order.unitsLeft : 0
  if (units > order.unitsLeft) throw tooManyUnits(order.unitsLeft)
  return { amount: amount ?? order.left, units }
}

export const nothingToRefund = (): Refusal =>
  new Refusal('nothing_to_refund', 'All of the money has gone back, or its refund is under way.')

export function amountTooHigh(left: Cents): Refusal {
  const dollars = dollarsOf(left)
  return new Refusal('amount_too_high', `Only ${formatDollars(dollars)} is left to give back.`, {
    facts: { left: dollars },
  })
}

export function tooManyUnits(unitsLeft: number): Refusal {
  const rest =
    unitsLeft === 0 ? 'All units are back on the shelf already.' : `Please enter at most ${unitsLeft}.`
  return new Refusal('bad_input', rest, { fields: { restock: rest } })
}
