import type Stripe from 'stripe'
import type { CardPayment } from '#domain/payment.ts'
import type { CardDispute, CardRefund, RefundStatus } from '#domain/refund.ts'
import type { CardEvent, ListedPayment, NewCardPayment, OpenPayment } from './cards.ts'

/** Stripe's states in the shop's words. */

const paymentStatuses: Partial<Record<string, CardPayment['status']>> = {
  canceled: 'canceled',
  processing: 'processing',
  succeeded: 'succeeded',
}

export const openPayment = (intent: Stripe.PaymentIntent): OpenPayment => ({
  intentId: intent.id,
  status: paymentStatuses[intent.status] ?? 'open',
  amount: intent.status === 'succeeded' ? intent.amount_received : intent.amount,
  currency: intent.currency,
  orderIds: orderIdsIn(intent.metadata),
  delivery: deliveryIn(intent.metadata),
  paymentId: intent.metadata.paymentId,
  shopId: intent.metadata.shopId,
  declined: intent.last_payment_error !== null,
  clientSecret: intent.client_secret ?? '',
})

/** Stripe refuses a payment whose description has more than 1,000 characters. */
export const cut = (description: string): string =>
  description.length <= 1000 ? description : `${description.slice(0, 999).toWellFormed()}…`

/**
 * Stripe refuses a payment with an address that it considers undeliverable (`email_invalid`), and the shop sends its
 * own receipts. So a doubtful address is left out.
 */
export const isMailable = (email: string): boolean =>
  email.length <= 254 &&
  /^[a-z\d!#$%&'*+/=?^_`{|}~-]+(\.[a-z\d!#$%&'*+/=?^_`{|}~-]+)*@([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(
    email,
  )

/**
 * What Stripe keeps about the orders, for a shop that has lost them: bookingId, bookingId2, … One value has room for fewer
 * than twenty ids.
 */
export const orderNotes = ({
  orderIds,
  delivery,
}: Pick<NewCardPayment, 'orderIds' | 'delivery'>): Record<string, string> => ({
  ...Object.fromEntries(orderIds.map((id, i) => [i === 0 ? 'bookingId' : `bookingId${i + 1}`, id])),
  ...(delivery > 0 && { delivery: String(delivery) }),
})

const orderIdsIn = (notes: Stripe.Metadata): string[] =>
  Object.entries(notes).flatMap(([name, id]) => (/^bookingId\d*$/.test(name) ? id : []))

/** Whoever may open the provider's dashboard can write anything there. */
const deliveryIn = ({ delivery = '' }: Stripe.Metadata): number =>
  /^\d{1,9}$/.test(delivery) ? Number(delivery) : 0

export const listedPayment = (intent: Stripe.PaymentIntent): ListedPayment => ({
  ...openPayment(intent),
  email: intent.receipt_email,
  description: intent.description,
  createdAt: intent.created * 1000,
})

const refundStatuses: Partial<Record<string, RefundStatus>> = {
  canceled: 'failed',
  failed: 'failed',
  requires_action: 'needs_action',
  succeeded: 'succeeded',
}

export const knownRefund = (refund: Stripe.Refund): CardRefund => ({
  id: refund.id,
  intentId: idOf(refund.payment_intent),
  refundId: refund.metadata?.refundId,
  amount: refund.amount,
  status: refundStatuses[refund.status ?? ''] ?? 'pending',
  failure: refund.failure_reason ?? (refund.status === 'canceled' ? 'canceled' : null),
})

/** Disputes that were only warnings, or prevented, cost nothing. */
const disputeStatuses: Partial<Record<string, CardDispute['status']>> = {
  lost: 'lost',
  prevented: 'won',
  warning_closed: 'won',
  won: 'won',
}

export const knownDispute = (dispute: Stripe.Dispute): CardDispute => ({
  id: dispute.id,
  intentId: idOf(dispute.payment_intent),
  amount: dispute.amount,
  reason: dispute.reason,
  openedAt: dispute.created * 1000,
  status: disputeStatuses[dispute.status] ?? 'open',
  isRefundable: dispute.is_charge_refundable,
  withdrawn: atLeastZero(-sumOf(dispute.balance_transactions.map(({ amount }) => amount))),
  fee: atLeastZero(sumOf(dispute.balance_transactions.map(({ fee }) => fee))),
})

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

/** Avoids -0, which some comparisons distinguish from 0. */
const atLeastZero = (amount: number): number => (amount > 0 ? amount : 0)

type Reference = string | { id: string } | null | undefined

const idOf = (reference: Reference): string =>
  (typeof reference === 'string' ? reference : reference?.id) ?? ''

export function cardEventOf({ id, type, livemode, data }: Stripe.Event): CardEvent {
  const object = data.object as { id?: string; payment_intent?: Reference }
  const intentId = type.startsWith('payment_intent.') ? object.id : idOf(object.payment_intent)
  return {
    eventId: id,
    type,
    isLive: livemode,
    intentId: intentId || undefined,
    isAboutRefunds: /^(refund\.|charge\.(refund|dispute))/.test(type),
  }
}
