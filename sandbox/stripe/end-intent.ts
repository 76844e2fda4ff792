import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { invalid, unexpectedState } from './errors.ts'
import { chargeEvent, intentEvent } from './event.ts'
import { seconds } from './ids.ts'
import { cancelShape, captureShape } from './intent-shape.ts'
import { written } from './money.ts'
import { mergedMetadata, read } from './parameters.ts'
import { idOf } from './refund.ts'

/** A card payment that is being processed can no longer be called back. */
const cancelable: string[] = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
]

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
    amount_capturable: 0,
    canceled_at: seconds(),
    cancellation_reason: asked.cancellation_reason ?? null,
    next_action: null,
  }
  releaseHeld(call, before)
  call.ledger.save(intent)
  call.ledger.emit(intentEvent('payment_intent.canceled', intent, call.cause))
  return intent
}

/** Money that was only held goes back whole. */
function releaseHeld(call: Call, intent: Stripe.PaymentIntent): void {
  const id = idOf(intent.latest_charge)
  if (intent.status !== 'requires_capture' || id === null) return
  const held = call.ledger.charge(id)
  const charge: Stripe.Charge = { ...held, amount_refunded: held.amount, refunded: true }
  call.ledger.save(charge)
  call.ledger.emit(chargeEvent('charge.refunded', charge, call.cause))
}

export function captureIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, captureShape)
  const before = call.ledger.intent(call.id)
  const chargeId = idOf(before.latest_charge)
  if (before.status !== 'requires_capture' || chargeId === null) {
    throw unexpectedState(
      `This PaymentIntent could not be captured because it has a status of ${before.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      before,
    )
  }
  const amount = asked.amount_to_capture ?? before.amount_capturable
  if (amount < 1 || amount > before.amount_capturable) {
    throw invalid(
      `The amount to capture must lie between 1 and ${written(before.amount_capturable, before.currency)}.`,
      {
        code: 'amount_too_large',
        param: 'amount_to_capture',
      },
    )
  }
  const held = call.ledger.charge(chargeId)
  const charge: Stripe.Charge = {
    ...held,
    captured: true,
    amount_captured: amount,
    amount_refunded: held.amount - amount,
  }
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount,
    metadata: mergedMetadata(before.metadata, asked.metadata),
  }
  call.ledger.save(charge)
  call.ledger.save(intent)
  call.ledger.emit(chargeEvent('charge.captured', charge, call.cause))
  call.ledger.emit(intentEvent('payment_intent.succeeded', intent, call.cause))
  return intent
}
