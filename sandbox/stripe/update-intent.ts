import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { read, unsettable } from './parameters.ts'

/** Of what can be changed in a payment of any state: to whom a receipt goes. */
export function updateIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, { receipt_email: unsettable })
  const before = call.ledger.intent(call.id)
  if (asked.receipt_email === undefined) return before
  const intent = { ...before, receipt_email: asked.receipt_email }
  call.ledger.save(intent)
  return intent
}
