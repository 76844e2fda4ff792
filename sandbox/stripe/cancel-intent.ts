import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { unexpectedState } from './errors.ts'
import { intentEvent } from './event.ts'
import { seconds } from './ids.ts'
import { cancelShape } from './intent-shape.ts'
import { read } from './parameters.ts'

/** A payment in 'processing' can no longer be canceled. */
const cancelable: string[] = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function cancelIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, cancelShape)
  const before = call.ledger.intent(call.id)
  if (!cancelable.includes(before.status)) {
    throw unexpectedState(
      `You cannot cancel this PaymentIntent because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be canceled: ${cancelable.join(', ')}.`,
      before,
    )
  }
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'canceled',
    canceled_at: seconds(),
    cancellation_reason: asked.cancellation_reason ?? null,
    next_action: null,
  }
  call.ledger.save(intent)
  call.ledger.emit(intentEvent('payment_intent.canceled', intent, call.cause))
  return intent
}
