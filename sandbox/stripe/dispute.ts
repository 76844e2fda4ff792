import type Stripe from 'stripe'
import { invalid } from './errors.ts'
import { disputeEvent } from './event.ts'
import { newId, seconds } from './ids.ts'
import type { Ledger } from './ledger.ts'
import { idOf } from './refund.ts'

const week = 7 * 86_400

/** Required by the type; the sandbox ignores evidence. */
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

/** Stripe's fee for a dispute, won or lost. */
const disputeFee = 1500

/**
 * The buyer disputes a charge with the bank. An inquiry is only a question: no money is taken yet, and a refund
 * resolves it.
 */
export function openDispute(
  ledger: Ledger,
  charge: Stripe.Charge,
  kind: 'dispute' | 'inquiry',
): Stripe.Dispute {
  if (charge.disputed) throw invalid(`Charge ${charge.id} is disputed already.`)
  const amount = charge.amount - charge.amount_refunded
  const isInquiry = kind === 'inquiry'
  const dispute: Stripe.Dispute = {
    id: newId('du'),
    object: 'dispute',
    amount,
    balance_transactions: isInquiry ? [] : [moved(charge, -amount, disputeFee)],
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
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'product_not_received',
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  }
  ledger.save({ ...charge, disputed: true })
  ledger.save(dispute)
  ledger.emit(disputeEvent('charge.dispute.created', dispute, null))
  if (!isInquiry) ledger.emit(disputeEvent('charge.dispute.funds_withdrawn', dispute, null))
  return dispute
}

const moved = ({ currency }: Stripe.Charge, amount: number, fee: number): Stripe.BalanceTransaction => ({
  id: newId('txn'),
  object: 'balance_transaction',
  amount,
  available_on: seconds(),
  balance_type: 'payments',
  created: seconds(),
  currency,
  description: null,
  exchange_rate: null,
  fee,
  fee_details: [],
  net: amount - fee,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  source: null,
  status: 'available',
  type: 'adjustment',
})

/** Until the shop wins, the bank has the money, so it cannot be refunded. */
export const isChargedBack = (ledger: Ledger, { id }: Stripe.Charge): boolean =>
  ledger
    .disputes()
    .some(
      ({ charge, status, is_charge_refundable }) =>
        charge === id && status !== 'won' && status !== 'warning_closed' && !is_charge_refundable,
    )

export function closeDispute(ledger: Ledger, before: Stripe.Dispute, act: 'win' | 'lose'): Stripe.Dispute {
  const taken = before.balance_transactions.reduce((sum, { amount }) => sum + amount, 0)
  const isReturned = act === 'win' && taken < 0
  const charge = ledger.charge(idOf(before.charge) ?? '')
  const dispute: Stripe.Dispute = {
    ...before,
    status: closedStatus(before, act),
    balance_transactions: [
      ...before.balance_transactions,
      ...(isReturned ? [moved(charge, -taken, 0)] : []),
      // A lost inquiry immediately becomes a dispute, and its money is withdrawn.
      ...(act === 'lose' && taken === 0 ? [moved(charge, -before.amount, disputeFee)] : []),
    ],
    is_charge_refundable: false,
  }
  ledger.save(dispute)
  if (isReturned) ledger.emit(disputeEvent('charge.dispute.funds_reinstated', dispute, null))
  ledger.emit(disputeEvent('charge.dispute.closed', dispute, null))
  return dispute
}

function closedStatus({ status }: Stripe.Dispute, act: 'win' | 'lose'): Stripe.Dispute['status'] {
  if (act === 'lose') return 'lost'
  return status.startsWith('warning_') ? 'warning_closed' : 'won'
}
