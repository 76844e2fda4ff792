import type Stripe from 'stripe'
import { newId, seconds } from './ids.ts'

/** The Stripe API version that this sandbox imitates. It matches the one in the `stripe` package. */
export const apiVersion = '2026-10-28.endive'

/** The request that caused an event; null if no request did. */
export type Cause = Stripe.Event.Request | null

type IntentEventType =
  | 'payment_intent.canceled'
  | 'payment_intent.created'
  | 'payment_intent.payment_failed'
  | 'payment_intent.processing'
  | 'payment_intent.requires_action'
  | 'payment_intent.succeeded'
type ChargeEventType = 'charge.failed' | 'charge.refunded' | 'charge.succeeded' | 'charge.updated'
type RefundEventType = 'refund.created' | 'refund.failed' | 'refund.updated'
type DisputeEventType =
  | 'charge.dispute.closed'
  | 'charge.dispute.created'
  | 'charge.dispute.funds_reinstated'
  | 'charge.dispute.funds_withdrawn'

export function intentEvent(type: IntentEventType, object: Stripe.PaymentIntent, cause: Cause): Stripe.Event {
  return { ...head(cause), type, data: { object } }
}

export function chargeEvent(type: ChargeEventType, object: Stripe.Charge, cause: Cause): Stripe.Event {
  return { ...head(cause), type, data: { object } }
}

export function refundEvent(type: RefundEventType, object: Stripe.Refund, cause: Cause): Stripe.Event {
  return { ...head(cause), type, data: { object } }
}

export function disputeEvent(type: DisputeEventType, object: Stripe.Dispute, cause: Cause): Stripe.Event {
  return { ...head(cause), type, data: { object } }
}

type Head = Omit<Stripe.PaymentIntentSucceededEvent, 'data' | 'type'>

function head(cause: Cause): Head {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: seconds(),
    livemode: false,
    pending_webhooks: 1,
    request: cause ?? { id: null, idempotency_key: null },
  }
}
