import type Stripe from 'stripe'
import { newCharge } from './charge.ts'
import { type Cause, chargeEvent, intentEvent } from './event.ts'
import type { Ledger } from './ledger.ts'

/** Completes an authorized payment. */
export function settle(
  ledger: Ledger,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
  cause: Cause,
): Stripe.PaymentIntent {
  const charge = newCharge({ intent: before, method, decline: null, authenticated })
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'succeeded',
    amount_received: before.amount,
    payment_method: method.id,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
  }
  ledger.save(charge)
  ledger.save(intent)
  ledger.emit(chargeEvent('charge.succeeded', charge, cause))
  ledger.emit(intentEvent('payment_intent.succeeded', intent, cause))
  return intent
}
