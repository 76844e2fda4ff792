import { type Cents, dollarsOf, formatDollars, payable } from './money.ts'
import { isPaid, mayHappen, type OrderState } from './order.ts'
import type { RefundReason } from './refund.ts'
import { Refusal } from './refusal.ts'

export const currency = 'usd'

/** Refuses orders whose sum the card provider does not take in one payment. */
export function checkPayable(totals: readonly Cents[]): void {
  const sum = sumOf(totals)
  if (sum >= payable.least && sum <= payable.most) return
  const [least, most, all] = [payable.least, payable.most, sum].map(cents => formatDollars(dollarsOf(cents)))
  const detail =
    totals.length === 1
      ? `An order can be paid from ${least} to ${most}.`
      : `These ${totals.length} orders come to ${all}, and one payment can be ${most} at most. Please pay some of them by themselves.`
  throw new Refusal('amount_not_payable', detail)
}

/** A charge that names this order is not settled yet: paying could charge the customer twice. */
export const paymentUnmatched = (): Refusal =>
  new Refusal(
    'payment_unmatched',
    'We have received a payment that may be for this order and are checking it. So that you are not charged twice, it cannot be paid until we are done. Please write to us if you have questions.',
  )

/** A payment as the card provider knows it. */
export interface CardPayment {
  /** The provider's name for it. */
  intentId: string
  /** open: the customer may still pay. processing: the provider is at it. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amount: Cents
  currency: string
  /** The shop's name for it, as the provider has kept it; the oldest ones carry none. */
  paymentId: string | undefined
  /** The orders it was made for, as the provider has kept them. */
  orderIds: readonly string[]
}

/** An order that a payment is for. */
export interface PaidFor {
  id: string
  state: OrderState
  /** What it costs. */
  total: Cents
  /** Its part of the payment, as it was opened. */
  amount: Cents
  /** The payment it was paid with, if it was. */
  transactionId: string | null
}

/** What the shop knows about a payment. */
export interface OwnPayment {
  id: string
  /** It succeeded before, and its shares were decided then. */
  isSettled: boolean
  orders: readonly PaidFor[]
}

/**
 * What becomes of an order's part of the money.
 * - keep: the order is paid with it (its stock permitting)
 * - already_kept: it was already
 * - refund: it cannot be kept
 */
export type Share = { orderId: string; amount: Cents } & (
  | { what: 'keep' | 'already_kept' }
  | { what: 'refund'; why: RefundReason }
)

/**
 * What a payment means for its orders.
 * - paid: the money has come; each order has its share of it
 * - pending: nothing is decided yet
 * - canceled: it will not be paid any more
 * - foreign: it is not this payment; nothing is touched
 */
export type Outcome =
  | { kind: 'pending' | 'canceled' | 'foreign' }
  | { kind: 'paid'; shares: readonly Share[] }

/** Depends only on what is true now: the shop may hear of a payment once, many times or in any order. */
export function outcomeOf(payment: OwnPayment, card: CardPayment): Outcome {
  if (!isThis(payment, card)) return { kind: 'foreign' }
  if (card.status === 'canceled') return { kind: 'canceled' }
  if (card.status !== 'succeeded') return { kind: 'pending' }
  const amounts = payment.orders.map(({ amount }) => amount)
  const asAgreed = card.amount === sumOf(amounts) && card.currency === currency
  const shares = spread(card.amount, amounts)
  return {
    kind: 'paid',
    shares: payment.orders.map((order, i) => ({
      orderId: order.id,
      amount: shares[i] ?? 0,
      ...decided(order, card.intentId, asAgreed && !payment.isSettled),
    })),
  }
}

/**
 * What is left of a charge for several orders, some of which are gone, once those that are still there have their share.
 * Undefined when the sum does not fit, and a person has to look at it.
 */
export function restWithout(card: CardPayment, totalsHere: readonly Cents[]): Cents | undefined {
  const rest = card.amount - sumOf(totalsHere)
  const gone = card.orderIds.length - totalsHere.length
  return totalsHere.length > 0 && card.currency === currency && rest >= gone ? rest : undefined
}

const isThis = (payment: OwnPayment, card: CardPayment): boolean =>
  (card.paymentId ?? payment.id) === payment.id &&
  card.orderIds.length === payment.orders.length &&
  payment.orders.every(({ id }) => card.orderIds.includes(id))

/** A refund that is due is never turned into a sale. */
function decided({ state, total, amount, transactionId }: PaidFor, intentId: string, mayBeKept: boolean) {
  if (isPaid(state))
    return transactionId === intentId
      ? { what: 'already_kept' as const }
      : { what: 'refund' as const, why: 'already_paid' as const }
  if (mayBeKept && amount === total && mayHappen('pay', state)) return { what: 'keep' as const }
  return {
    what: 'refund' as const,
    why: state === 'removed' ? ('removed' as const) : ('other_amount' as const),
  }
}

const sumOf = (amounts: readonly Cents[]): Cents => amounts.reduce((sum, amount) => sum + amount, 0)

/** Divides money among shares from the first on, each up to its size; the last one takes what is left over. */
export function spread(money: Cents, sizes: readonly Cents[]): Cents[] {
  let left = money
  return sizes.map((size, i) => {
    const part = i === sizes.length - 1 ? left : Math.min(size, left)
    left -= part
    return part
  })
}
