import type Stripe from 'stripe'
import { invalid } from './errors.ts'
import { disputeEvent } from './event.ts'
import { newId, seconds } from './ids.ts'
import type { Ledger } from './ledger.ts'

const week = 7 * 86_400

/** What a shop may say in its defence; the sandbox hears none of it. */
const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

/** A buyer tells the bank that this charge was not theirs, or not as agreed. */
export function openDispute(ledger: Ledger, charge: Stripe.Charge): Stripe.Dispute {
  if (charge.disputed) throw invalid(`Charge ${charge.id} is disputed already.`)
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: seconds() + week,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: 'needs_response',
  }
  ledger.save({ ...charge, disputed: true })
  ledger.save(dispute)
  ledger.emit(disputeEvent('charge.dispute.created', dispute, null))
  return dispute
}

export function closeDispute(ledger: Ledger, before: Stripe.Dispute, act: 'win' | 'lose'): Stripe.Dispute {
  const dispute: Stripe.Dispute = { ...before, status: act === 'win' ? 'won' : 'lost' }
  ledger.save(dispute)
  ledger.emit(disputeEvent('charge.dispute.closed', dispute, null))
  return dispute
}
