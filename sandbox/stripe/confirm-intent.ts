import type Stripe from 'stripe'
import type { Call } from './call.ts'
import type { Decline } from './cards.ts'
import { newCharge } from './charge.ts'
import { invalid, StripeRefusal, unexpectedState } from './errors.ts'
import { chargeEvent, intentEvent } from './event.ts'
import { confirmShape, refuseWithoutCard } from './intent-shape.ts'
import { type Read, read } from './parameters.ts'
import { paymentMethodNamed, paymentMethodOf, type SavedCard } from './payment-method.ts'
import { idOf } from './refund.ts'
import { settle } from './settle.ts'

export const confirmable: string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function confirmIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, confirmShape)
  const before = call.ledger.intent(call.id)
  refuseWithoutCard(asked.allowed_payment_method_types)
  requireReturnUrl(call, before, asked.return_url)
  if (!confirmable.includes(before.status)) throw notConfirmable(before)
  const card = cardFor(call, asked) ?? savedCard(call, before)
  const intent: Stripe.PaymentIntent = {
    ...before,
    receipt_email: asked.receipt_email === undefined ? before.receipt_email : asked.receipt_email,
    setup_future_usage: asked.setup_future_usage ?? before.setup_future_usage,
  }
  return confirm(call, intent, card, asked.error_on_requires_action)
}

/** The card of a request: a number from the hosted fields, a saved card, or a test token. */
export function cardFor(
  call: Call,
  asked: Pick<Read<typeof confirmShape>, 'payment_method' | 'payment_method_data'>,
): SavedCard | undefined {
  if (asked.payment_method_data) return paymentMethodOf(asked.payment_method_data, call.publishable)
  if (asked.payment_method === undefined) return undefined
  return paymentMethodNamed(asked.payment_method) ?? call.ledger.card(asked.payment_method)
}

function savedCard(call: Call, intent: Stripe.PaymentIntent): SavedCard | undefined {
  const id = idOf(intent.payment_method)
  return id === null ? undefined : call.ledger.card(id)
}

/** With automatic payment methods, a server must provide a return_url. */
export function requireReturnUrl(
  call: Call,
  intent: Stripe.PaymentIntent,
  returnUrl: string | undefined,
): void {
  const redirects =
    intent.automatic_payment_methods && intent.automatic_payment_methods.allow_redirects !== 'never'
  if (call.publishable || !redirects || returnUrl !== undefined) return
  throw invalid(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
  )
}

export function confirm(
  call: Call,
  intent: Stripe.PaymentIntent,
  card: SavedCard | undefined,
  refuseAction = false,
): Stripe.PaymentIntent {
  if (card === undefined) throw noMethod(intent)
  call.ledger.saveCard(card)
  if (card.behaviour === 'pays') return pay(call, intent, card.method)
  if (card.behaviour !== 'authenticates') throw declined(call, intent, card.method, card.behaviour)
  if (refuseAction) throw declined(call, intent, card.method, authenticationRequired)
  return askForAction(call, intent, card.method)
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

/** Succeeds immediately, or after 'processing' if that fault switch is set. */
export function pay(
  call: Call,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated = false,
) {
  return call.settlements.delay > 0
    ? call.settlements.later(intent, method, authenticated, call.cause)
    : settle(call.ledger, intent, method, authenticated, call.cause)
}

function askForAction(
  call: Call,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Stripe.PaymentIntent {
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `/stripe/3ds/${before.id}` },
    },
  }
  call.ledger.save(intent)
  call.ledger.emit(intentEvent('payment_intent.requires_action', intent, call.cause))
  return intent
}

function declined(call: Call, before: Stripe.PaymentIntent, method: Stripe.PaymentMethod, decline: Decline) {
  const charge = newCharge({ intent: before, method, decline, authenticated: false })
  const error = { type: 'card_error', charge: charge.id, payment_method: method, ...decline } as const
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    latest_charge: charge.id,
    last_payment_error: error,
  }
  call.ledger.save(charge)
  call.ledger.save(intent)
  call.ledger.emit(chargeEvent('charge.failed', charge, call.cause))
  call.ledger.emit(intentEvent('payment_intent.payment_failed', intent, call.cause))
  return new StripeRefusal(402, { ...error, payment_intent: intent })
}

function noMethod(intent: Stripe.PaymentIntent): StripeRefusal {
  return unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
    intent,
  )
}

export function notConfirmable(intent: Stripe.PaymentIntent): StripeRefusal {
  return unexpectedState(
    intent.status === 'succeeded'
      ? 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
      : `You cannot confirm this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${confirmable.join(', ')}.`,
    intent,
  )
}
