import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { unexpectedState } from './errors.ts'
import { emailAddress, read } from './parameters.ts'

const updatable: string[] = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'succeeded',
]

/** The receipt address can change unless the payment is processing or canceled. */
export function updateIntent(call: Call): Stripe.PaymentIntent {
  const asked = read(call.form, { receipt_email: emailAddress })
  const before = call.ledger.intent(call.id)
  if (asked.receipt_email === undefined) return before
  if (!updatable.includes(before.status))
    throw unexpectedState(
      `This PaymentIntent's receipt_email could not be updated because it has a status of ${before.status}. You may only update the receipt_email of a PaymentIntent with one of the following statuses: ${updatable.join(', ')}.`,
      before,
    )
  const intent = { ...before, receipt_email: asked.receipt_email }
  call.ledger.save(intent)
  return intent
}
