import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { pay } from './confirm-intent.ts'
import { invalid, unexpectedState } from './errors.ts'
import { intentEvent } from './event.ts'
import { idOf } from './refund.ts'

/** The buyer completes or fails 3-D Secure: the payment succeeds, or it needs another card. */
export function answerChallenge(
  provider: Pick<Call, 'ledger' | 'settlements' | 'webhooks' | 'faults'>,
  id: string,
  secret: unknown,
  outcome: 'complete' | 'fail',
): Stripe.PaymentIntent {
  const { ledger } = provider
  const intent = ledger.intent(id)
  const methodId = idOf(intent.payment_method)
  if (secret !== intent.client_secret)
    throw invalid('The client_secret does not match.', { param: 'client_secret' }, 403)
  if (intent.status !== 'requires_action' || methodId === null) {
    throw unexpectedState(
      `This PaymentIntent has a status of ${intent.status}, so there is no challenge to answer.`,
      intent,
    )
  }
  const { method } = ledger.card(methodId)
  const call: Call = { id, form: new Map(), publishable: true, cause: null, ...provider }
  return outcome === 'complete' ? pay(call, intent, method, true) : fail(call, intent, method)
}

function fail(call: Call, before: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Stripe.PaymentIntent {
  const intent: Stripe.PaymentIntent = {
    ...before,
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
      payment_method: method,
    },
  }
  call.ledger.save(intent)
  call.ledger.emit(intentEvent('payment_intent.payment_failed', intent, null))
  return intent
}
