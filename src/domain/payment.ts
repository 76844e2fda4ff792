import type { Cents } from './money.ts'
import { isPaid, type OrderState } from './order.ts'
import type { RefundReason } from './refund.ts'

export const currency = 'usd'

/** A payment as the card provider tells it. */
export interface CardPayment {
  /** The provider's name for it. */
  intentId: string
  /** open: the customer may still pay. processing: the provider is at it. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amount: Cents
  currency: string
  /** The order it was made for, as the provider has kept it. */
  orderId: string | undefined
}

/** What the shop knows about the order that a payment is for. */
export interface PaidFor {
  id: string
  state: OrderState
  total: Cents
  /** The payment it was paid with, if it was. */
  transactionId: string | null
}

/**
 * What the news of a payment means for its order.
 * - keep: the order is paid with it (its stock permitting)
 * - already_kept: it was already
 * - refund: the money has come but cannot be kept
 * - wait: nothing is decided yet
 * - over: it will not be paid any more
 * - foreign: it is not for this order; nothing is touched
 */
export type Outcome = 'keep' | 'already_kept' | 'refund' | 'wait' | 'over' | 'foreign'

/** The same news may come once, many times or in any order: the outcome depends only on what is true now. */
export function outcomeOf(order: PaidFor, payment: CardPayment): Outcome {
  if (payment.orderId !== order.id) return 'foreign'
  if (payment.status === 'canceled') return 'over'
  if (payment.status !== 'succeeded') return 'wait'
  if (isPaid(order.state) && order.transactionId === payment.intentId) return 'already_kept'
  const asAgreed = payment.amount === order.total && payment.currency === currency
  return asAgreed && (order.state === 'held' || order.state === 'lapsed') ? 'keep' : 'refund'
}

/** Why money that has come for an order cannot be kept. */
export function refundReasonOf(order: PaidFor): RefundReason {
  if (order.state === 'removed') return 'removed'
  return isPaid(order.state) ? 'already_paid' : 'other_amount'
}
