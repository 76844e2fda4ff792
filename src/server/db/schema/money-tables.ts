import type { Series } from '#domain/invoice.ts'
import type { RefundReason } from '#domain/refund.ts'

/** Epoch milliseconds; null means it has not happened. */
export type Moment = number | null

export interface PaymentRow {
  id: string
  /** Of all its orders. */
  amount_cents: number
  currency: string
  intent_id: string | null
  created_at: number
  checked_at: number
  succeeded_at: Moment
  canceled_at: Moment
  /** What has come, once it has succeeded. */
  received_cents: number | null
  /** How many cards the provider has declined for it, as far as we know. */
  declines: number
  started_from: string | null
}

/** An order that a payment is for. It is paid with it when it names its intent as its transaction. */
export interface PaymentOrderRow {
  payment_id: string
  order_id: string
  amount_cents: number
  /** When the payment succeeded or was called off: an order has one that has not ended. */
  ended_at: Moment
}

/** Several may have one provider_id: what somebody gave back at the provider may be of several orders. */
export interface RefundRow {
  id: string
  /** Null where the shop has no such payment. */
  payment_id: string | null
  /** The order whose money it is; null where the shop has none. */
  order_id: string | null
  intent_id: string
  amount_cents: number
  reason: RefundReason
  /** The admin who has asked for it, and why in their words. */
  asked_by: string | null
  note: string | null
  /** So many units went back on the shelf with it. */
  restocked: number
  idempotency_key: string | null
  /** Part of the key under which the provider is asked: a new one after an answer that it would only repeat. */
  attempt: number
  provider_id: string | null
  created_at: number
  next_look_at: number
  needs_action_at: Moment
  succeeded_at: Moment
  failed_at: Moment
  failure: string | null
}

export interface DisputeRow {
  id: string
  intent_id: string
  amount_cents: number
  reason: string
  opened_at: number
  won_at: Moment
  lost_at: Moment
  /** 1 while the provider still takes refunds, as during an inquiry. */
  refundable: number
  /** What the provider has taken out of the shop's balance for it, and what it charges besides. */
  withdrawn_cents: number
  fee_cents: number
}

/** What was lost of an order's money with a dispute. */
export interface DisputeOrderRow {
  dispute_id: string
  order_id: string
  amount_cents: number
}

/** A charge of this shop at the provider for which it has no order, or not all of them. */
export interface UnmatchedPaymentRow {
  intent_id: string
  /** What is of no order: all of it, or what is left once the orders that are there have their parts. */
  amount_cents: number
  /** The orders that it names, also those that are gone: a JSON array of ids. */
  order_ids: string
  email: string | null
  /** Who had this e-mail when it was found. */
  user_id: string | null
  description: string | null
  charged_at: number
  found_at: number
}

/** An invoice or a credit note as it was given out. Never changed. */
export interface InvoiceRow {
  series: Series
  number: number
  order_id: string
  /** Of a credit note. */
  refund_id: string | null
  /** Below nothing where a credit note is taken back. */
  amount_cents: number
  issued_at: number
  /** InvoiceContent (domain/invoice.ts) as JSON. */
  content: string
}

/** Numbers that were given out, and of which nothing is left. */
export interface NumberGapRow {
  series: 'T' | 'INV' | 'CN'
  first_number: number
  last_number: number
  noted_at: number
}

export interface InvoiceSeriesRow {
  series: Series
  last_number: number
}
