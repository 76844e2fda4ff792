import type Stripe from 'stripe'
import type { Decline } from './cards.ts'
import { newId, seconds } from './ids.ts'

/** The result: declined, or authorized with or without 3-D Secure. */
interface Attempt {
  intent: Stripe.PaymentIntent
  method: Stripe.PaymentMethod
  decline: Decline | null
  authenticated: boolean
}

/** Initial values, and features that this sandbox does not have. */
const initialFields = {
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  customer: null,
  disputed: false,
  failure_balance_transaction: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  radar_options: {},
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  source: null,
  source_transfer: null,
  transfer_data: null,
} satisfies Partial<Stripe.Charge>

export function newCharge(attempt: Attempt): Stripe.Charge {
  const { intent, method, decline } = attempt
  const captured = decline === null
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: captured ? intent.amount : 0,
    balance_transaction: captured ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'SANDBOX',
    captured,
    created: seconds(),
    currency: intent.currency,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    outcome: outcomeOf(decline),
    paid: decline === null,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(attempt),
    receipt_email: intent.receipt_email,
    shipping: intent.shipping,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline === null ? 'succeeded' : 'failed',
    transfer_group: intent.transfer_group,
    ...initialFields,
  }
}

function outcomeOf(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: decline === null ? null : '01',
    network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.decline_code ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message:
      decline === null
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
    type: decline === null ? 'authorized' : 'issuer_declined',
  }
}

function detailsOf({ intent, method, decline, authenticated }: Attempt): Stripe.Charge.PaymentMethodDetails {
  const { card } = method
  if (card === undefined) return { type: 'card' }
  const wrongCode = decline?.code === 'incorrect_cvc'
  return {
    type: 'card',
    card: {
      amount_authorized: decline === null ? intent.amount : null,
      authorization_code: decline === null ? '123456' : null,
      brand: card.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: wrongCode ? 'fail' : 'pass',
      },
      country: card.country,
      electronic_commerce_indicator: authenticated ? '05' : '07',
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: 'unregulated',
      three_d_secure: authenticated ? challengePassed : null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}

const challengePassed: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}
