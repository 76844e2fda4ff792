import type Stripe from 'stripe'
import { chargeEvent, refundEvent } from './event.ts'
import type { Ledger } from './ledger.ts'
import { idOf } from './refund.ts'

const statuses = { succeed: 'succeeded', fail: 'failed', cancel: 'canceled' } as const

const isGone = (status: string | null): boolean => status === 'failed' || status === 'canceled'

/** The status can change even days later: a bank may return money that it cannot credit. */
export function moveRefund(ledger: Ledger, before: Stripe.Refund, act: keyof typeof statuses): Stripe.Refund {
  const status = statuses[act]
  const refund: Stripe.Refund = {
    ...before,
    status,
    ...(status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
  }
  ledger.save(refund)
  if (isGone(status) && !isGone(before.status)) reverseRefund(ledger, refund)
  ledger.emit(refundEvent('refund.updated', refund, null))
  if (status === 'failed') ledger.emit(refundEvent('refund.failed', refund, null))
  return refund
}

/** Returns the money of a failed or canceled refund to the shop. */
function reverseRefund(ledger: Ledger, { charge: of, amount }: Stripe.Refund): void {
  const before = ledger.charge(idOf(of) ?? '')
  const charge: Stripe.Charge = {
    ...before,
    amount_refunded: before.amount_refunded - amount,
    refunded: false,
  }
  ledger.save(charge)
  ledger.emit(chargeEvent('charge.updated', charge, null))
}
