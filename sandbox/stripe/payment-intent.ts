import type Stripe from 'stripe'
import { newId, seconds } from './ids.ts'

/** The variable fields of a new payment intent; all others have a fixed initial value. */
interface IntentSeed {
  amount: number
  currency: string
  allowed: string[] | null
  automatic: Stripe.PaymentIntent.AutomaticPaymentMethods | null
  confirmationMethod: 'automatic' | 'manual'
  description: string | null
  metadata: Record<string, string>
  paymentMethod: string | null
  receiptEmail: string | null
  setupFutureUsage: 'off_session' | 'on_session' | null
  shipping: Stripe.PaymentIntent.Shipping | null
  statementDescriptor: string | null
  statementDescriptorSuffix: string | null
  threeDSecure: 'any' | 'automatic' | 'challenge'
  transferGroup: string | null
}

/** Initial values, and features that this sandbox does not have. */
const initialFields = {
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  canceled_at: null,
  cancellation_reason: null,
  customer: null,
  customer_account: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method_configuration_details: null,
  payment_record: null,
  processing: null,
  review: null,
  source: null,
  transfer_data: null,
} satisfies Partial<Stripe.PaymentIntent>

export function newPaymentIntent(seed: IntentSeed): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: seed.allowed,
    amount: seed.amount,
    amount_details: { tip: {} },
    automatic_payment_methods: seed.automatic,
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret`),
    confirmation_method: seed.confirmationMethod,
    created: seconds(),
    currency: seed.currency,
    description: seed.description,
    metadata: seed.metadata,
    payment_method: seed.paymentMethod,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: seed.threeDSecure,
      },
    },
    payment_method_types: ['card'],
    receipt_email: seed.receiptEmail,
    setup_future_usage: seed.setupFutureUsage,
    shipping: seed.shipping,
    statement_descriptor: seed.statementDescriptor,
    statement_descriptor_suffix: seed.statementDescriptorSuffix,
    status: seed.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_group: seed.transferGroup,
    ...initialFields,
  }
}

/** The fields that a browser sees with the publishable key and the client secret. */
const publicKeys = [
  'id',
  'object',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] as const satisfies (keyof Stripe.PaymentIntent)[]

export function publicPart(intent: Stripe.PaymentIntent): Record<string, unknown> {
  return Object.fromEntries(publicKeys.map(key => [key, intent[key]]))
}
