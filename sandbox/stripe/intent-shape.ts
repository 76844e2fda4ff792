import type Stripe from 'stripe'
import { withNullFields } from './address.ts'
import { invalid } from './errors.ts'
import type { FormValue } from './form.ts'
import { description, emailAddress, flag, group, integer, list, metadata, oneOf, text } from './parameters.ts'
import { paymentMethodShape } from './payment-method.ts'

const shipping = group({
  address: group({ city: text, country: text, line1: text, line2: text, postal_code: text, state: text }),
  carrier: text,
  name: text,
  phone: text,
  tracking_number: text,
})

/** Stripe removed this parameter in the release 'endive', and refuses it with a specific code. */
function removedParameter(_: FormValue, name: string): never {
  throw invalid(
    'payment_method_types is no longer supported. Use dynamic payment methods, or allowed_payment_method_types to limit them.',
    { code: 'payment_method_types_no_longer_supported', param: name },
  )
}

const common = {
  allowed_payment_method_types: list,
  expand: list,
  payment_method: text,
  payment_method_data: group(paymentMethodShape),
  payment_method_types: removedParameter,
  payment_method_options: group({
    card: group({ request_three_d_secure: oneOf('any', 'automatic', 'challenge') }),
  }),
  receipt_email: emailAddress,
  setup_future_usage: oneOf('off_session', 'on_session'),
  shipping,
}

const confirming = {
  client_secret: text,
  error_on_requires_action: flag,
  off_session: flag,
  return_url: text,
  use_stripe_sdk: flag,
}

export const createShape = {
  ...common,
  ...confirming,
  description,
  metadata,
  amount: integer,
  automatic_payment_methods: group({ enabled: flag, allow_redirects: oneOf('always', 'never') }),
  capture_method: oneOf('automatic', 'automatic_async'),
  confirm: flag,
  confirmation_method: oneOf('automatic', 'manual'),
  currency: text,
  statement_descriptor: text,
  statement_descriptor_suffix: text,
  transfer_group: text,
}

export const confirmShape = { ...common, ...confirming }

export const cancelShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
  expand: list,
}

/** Stripe silently drops unavailable types from the list; only cards are available in the sandbox. */
export function refuseWithoutCard(allowed: string[] | undefined): void {
  if (allowed === undefined || allowed.includes('card')) return
  throw invalid('None of the allowed_payment_method_types can be used. This sandbox offers card only.', {
    code: 'payment_intent_invalid_parameter',
    param: 'allowed_payment_method_types',
  })
}

type ShippingRequest = ReturnType<typeof shipping>

export function shippingOf(given: ShippingRequest | undefined): Stripe.PaymentIntent.Shipping | null {
  if (given === undefined) return null
  return {
    address: withNullFields(given.address),
    carrier: given.carrier ?? null,
    name: given.name ?? '',
    phone: given.phone ?? null,
    tracking_number: given.tracking_number ?? null,
  }
}
