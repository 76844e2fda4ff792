import type Stripe from 'stripe'

/** Stripe's error body; the SDK chooses its error class by the status and the type. */
interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  doc_url?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/** A deliberate error response. Any other exception is a bug in the sandbox. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody) {
    super(body.message)
    this.status = status
    this.body = body.code === undefined ? body : { ...body, doc_url: documentation(body.code) }
  }

  /** Stripe saves a response under the idempotency key only if the request began to execute. */
  get beforeWork(): boolean {
    return this.status === 401 || this.status === 429 || (this.body.code?.startsWith('parameter_') ?? false)
  }
}

const documentation = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

/** An `invalid_request_error` (400); `more` adds the code, the parameter or another status. */
export function invalid(message: string, more: Partial<ErrorBody> = {}, status = 400): StripeRefusal {
  return new StripeRefusal(status, { type: 'invalid_request_error', message, ...more })
}

export function missing(noun: string, id: string, param = 'id'): StripeRefusal {
  return invalid(`No such ${noun}: '${id}'`, { code: 'resource_missing', param }, 404)
}

export function required(param: string): StripeRefusal {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

export function unexpectedState(message: string, intent: Stripe.PaymentIntent): StripeRefusal {
  return invalid(message, { code: 'payment_intent_unexpected_state', payment_intent: intent })
}
