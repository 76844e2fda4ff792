import type Stripe from 'stripe'
import type { RefundStatus } from './fault-switches.ts'
import { newId, seconds } from './ids.ts'

interface RefundSeed {
  charge: Stripe.Charge
  amount: number
  metadata: Record<string, string>
  reason: 'duplicate' | 'fraudulent' | 'requested_by_customer' | null
  status: RefundStatus
}

export function newRefund({ charge, amount, metadata, reason, status }: RefundSeed): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: charge.id,
    created: seconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: { type: 'refund', reference_status: 'pending', reference_type: 'acquirer_reference_number' },
      type: 'card',
    },
    metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
    transfer_reversal: null,
  }
}

/** Stored objects always have ids where Stripe allows an id or an expanded object. */
export function idOf(reference: string | { id: string } | null): string | null {
  return reference !== null && typeof reference === 'object' ? reference.id : reference
}
