import { shopCurrency } from './currency.ts'
import { formatPrice, type Minor, sumOf } from './money.ts'
import { isPaid, mayHappen, type OrderState } from './order.ts'
import type { Extras } from './price.ts'
import type { RefundReason } from './refund.ts'
import { Refusal } from './refusal.ts'

/** As the card provider writes it. */
export const chargeCurrency = (): string => shopCurrency().code.toLowerCase()

/** Refuses parts whose sum the card provider does not accept as one payment. */
export function checkPayable(parts: readonly Minor[]): void {
  const sum = sumOf(parts)
  const payable = shopCurrency()
  if (sum >= payable.least && sum <= payable.most) return
  const [least, most, all] = [payable.least, payable.most, sum].map(formatPrice)
  const detail =
    parts.length === 1
      ? `A payment must be between ${least} and ${most}.`
      : `These ${parts.length} orders come to ${all}, and a payment can be at most ${most}. Pay some of them separately.`
  throw new Refusal('amount_not_payable', detail)
}

/** Orders that are paid together have one customer. */
export const otherCustomer = (): Refusal =>
  new Refusal('bad_input', 'Orders that are paid together must be of one customer.', {
    fields: { with: 'Orders that are paid together must be of one customer.' },
  })

/** An unmatched charge names this order, so paying now could charge the customer twice. */
export const paymentUnmatched = (): Refusal =>
  new Refusal(
    'payment_unmatched',
    'We have received a payment that may be for this order and are checking it. You cannot pay it until we are done, so that you are not charged twice. Write to us if you have questions.',
  )

/** A payment as the card provider reports it. */
export interface CardPayment extends Extras {
  /** The provider's id. */
  intentId: string
  /** open: the customer can still pay. processing: the provider is working on it. */
  status: 'open' | 'processing' | 'succeeded' | 'canceled'
  amount: Minor
  currency: string
  /** The shop's id, from the provider's metadata; the oldest payments have none. */
  paymentId: string | undefined
  /** The orders that it pays for, from the provider's metadata. */
  orderIds: readonly string[]
  /** The code of the voucher, from the provider's metadata; empty without one. */
  voucher: string
}

/** An order that a payment pays for. */
export interface PaymentOrder {
  id: string
  state: OrderState
  /** Its part of the payment, agreed when the payment was opened. */
  amount: Minor
  /** What it would be without delivery and without a voucher. */
  goods: Minor
  /** What it costs now: its quantity may have changed after the payment was stopped. */
  total: Minor
  /** The payment that paid it, if any. */
  transactionId: string | null
}

/** A payment in the shop's database. */
export interface OwnPayment {
  id: string
  /** Already processed: its shares were decided then. */
  isSettled: boolean
  /** The shop has canceled it; the money may arrive all the same. */
  isStopped: boolean
  orders: readonly PaymentOrder[]
}

/**
 * The decision about an order's part of the money.
 * - keep: it pays the order, if stock permits
 * - already_kept: it paid the order before
 * - refund: the shop cannot keep it
 */
export type Share = { orderId: string; amount: Minor } & (
  | { what: 'keep' | 'already_kept' }
  | { what: 'refund'; why: RefundReason }
)

/**
 * The effect of a payment on its orders.
 * - paid: the money has arrived; each order has its share
 * - pending: nothing is decided yet
 * - canceled: it can no longer succeed
 * - foreign: it does not belong to this payment, so nothing changes
 */
export type Outcome =
  | { kind: 'pending' | 'canceled' | 'foreign' }
  | { kind: 'paid'; shares: readonly Share[] }

/** Depends only on current state, because payment events may arrive repeatedly and in any order. */
export function outcomeOf(payment: OwnPayment, card: CardPayment): Outcome {
  if (!isSamePayment(payment, card)) return { kind: 'foreign' }
  if (card.status === 'canceled') return { kind: 'canceled' }
  if (card.status !== 'succeeded') return { kind: 'pending' }
  const amounts = payment.orders.map(({ amount }) => amount)
  const asAgreed = card.amount === sumOf(amounts) && card.currency === chargeCurrency()
  const shares = spread(card.amount, amounts)
  return {
    kind: 'paid',
    shares: payment.orders.map((order, i) => ({
      orderId: order.id,
      amount: shares[i] ?? 0,
      ...decideShare(order, card.intentId, asAgreed && !payment.isSettled && isCurrent(payment, order)),
    })),
  }
}

/**
 * The rest of a charge for several orders if some of them no longer exist: the amount minus the parts of the others.
 * Undefined if the amounts do not match, so that a person must decide.
 */
export function remainderAfter(card: CardPayment, partsHere: readonly Minor[]): Minor | undefined {
  const rest = card.amount - sumOf(partsHere)
  const gone = card.orderIds.length - partsHere.length
  // How much a voucher took off each order depended on all of them.
  const isFullPrice = card.discount === 0
  return partsHere.length > 0 && isFullPrice && card.currency === chargeCurrency() && rest >= gone
    ? rest
    : undefined
}

const isSamePayment = (payment: OwnPayment, card: CardPayment): boolean =>
  (card.paymentId ?? payment.id) === payment.id &&
  card.orderIds.length === payment.orders.length &&
  payment.orders.every(({ id }) => card.orderIds.includes(id))

/** Whether the payment is for what the order is now. An order changes only after its payment was stopped. */
const isCurrent = ({ isStopped }: OwnPayment, { goods, total }: PaymentOrder): boolean =>
  !isStopped || goods === total

/** Never keeps money of a settled payment: its refund may already be under way. */
function decideShare({ state, transactionId }: PaymentOrder, intentId: string, mayBeKept: boolean) {
  if (isPaid(state))
    return transactionId === intentId
      ? { what: 'already_kept' as const }
      : { what: 'refund' as const, why: 'already_paid' as const }
  if (mayBeKept && mayHappen('pay', state)) return { what: 'keep' as const }
  return {
    what: 'refund' as const,
    why: state === 'removed' ? ('removed' as const) : ('other_amount' as const),
  }
}

/** Fills the shares in order, each up to its size; the last one takes the rest. */
export function spread(money: Minor, sizes: readonly Minor[]): Minor[] {
  let left = money
  return sizes.map((size, i) => {
    const part = i === sizes.length - 1 ? left : Math.min(size, left)
    left -= part
    return part
  })
}
