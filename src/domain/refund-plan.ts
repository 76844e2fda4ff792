import { refundsBlocked } from './dispute.ts'
import { formatPrice, type Minor, majorOf } from './money.ts'
import { isPaid, type OrderState } from './order.ts'
import { Refusal } from './refusal.ts'

/** A refund that an admin requests. */
export interface RefundRequest {
  /** Defaults to all that is left. */
  amount?: Minor | undefined
  /** How many units to restock; true for all that remain. */
  restock: boolean | number
}

/** What can still be refunded and restocked of an order. */
export interface Refundable {
  state: OrderState
  /** Neither refunded nor in a pending refund. */
  left: Minor
  /** A voucher has covered it: a refund of nothing cancels it. */
  isCovered?: boolean
  /** Sold and not restocked. */
  unitsLeft: number
  /** open: the dispute blocks refunds. lost: the bank has taken the money. */
  dispute?: 'open' | 'lost' | undefined
}

interface RefundPlan {
  amount: Minor
  units: number
}

/** Refuses more money or units than are left. */
export function planRefund({ amount, restock }: RefundRequest, order: Refundable): RefundPlan {
  if (!isPaid(order.state))
    throw new Refusal('not_paid', 'This order is not paid, so there is nothing to refund.')
  if (order.dispute) throw refundsBlocked(order.dispute === 'lost')
  if (order.isCovered && order.state === 'refunded') throw alreadyCanceled()
  if (order.left <= 0 && !order.isCovered) throw nothingToRefund()
  if (amount !== undefined && amount > order.left) throw amountTooHigh(order.left)
  const units = typeof restock === 'number' ? restock : restock ? order.unitsLeft : 0
  if (units > order.unitsLeft) throw tooManyUnits(order.unitsLeft)
  return { amount: amount ?? order.left, units }
}

/** How much of a refund is delivery: the goods go back first. */
export const deliveryIn = (amount: Minor, { left, delivery }: { left: Minor; delivery: Minor }): Minor =>
  Math.max(0, Math.min(amount, left) - Math.max(0, left - delivery))

export const nothingToRefund = (): Refusal =>
  new Refusal('nothing_to_refund', 'Everything has been refunded, or its refund is in progress.')

const alreadyCanceled = (): Refusal =>
  new Refusal('nothing_to_refund', 'This order has been canceled already.')

export function amountTooHigh(left: Minor): Refusal {
  return new Refusal('amount_too_high', `Only ${formatPrice(left)} is left to refund.`, {
    facts: { left: majorOf(left) },
  })
}

export function tooManyUnits(unitsLeft: number): Refusal {
  const rest = unitsLeft === 0 ? 'All units have been restocked already.' : `Enter at most ${unitsLeft}.`
  return new Refusal('bad_input', rest, { fields: { restock: rest } })
}
