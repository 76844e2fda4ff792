import type Stripe from 'stripe'
import type { Call } from './call.ts'
import { isChargedBack } from './dispute.ts'
import { invalid, required } from './errors.ts'
import { chargeEvent, refundEvent } from './event.ts'
import { refuseFraction, written } from './money.ts'
import { integer, list, mergedMetadata, metadata, oneOf, type Read, read, text } from './parameters.ts'
import { idOf, newRefund } from './refund.ts'

const refundShape = {
  amount: integer,
  charge: text,
  expand: list,
  metadata,
  payment_intent: text,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
}

export function makeRefund(call: Call): Stripe.Refund {
  const asked = read(call.form, refundShape)
  return refundCharge(call, chargeToRefund(call, asked), asked)
}

type Asked = Pick<Read<typeof refundShape>, 'amount' | 'metadata' | 'reason'>

/** Refunds part of a charge, or all that is left. */
export function refundCharge(
  call: Pick<Call, 'ledger' | 'cause' | 'faults'>,
  before: Stripe.Charge,
  asked: Asked,
): Stripe.Refund {
  if (isChargedBack(call.ledger, before))
    throw invalid(`Charge ${before.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  const left = before.amount - before.amount_refunded
  if (before.refunded || left === 0) {
    throw invalid(`Charge ${before.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const amount = asked.amount ?? left
  refuseAmount(amount, left, before)
  const status = call.faults.now.refundStatus
  // A refund that fails immediately moves no money; a pending one already counts.
  const refunded = status === 'failed' ? 0 : amount
  const charge: Stripe.Charge = {
    ...before,
    amount_refunded: before.amount_refunded + refunded,
    refunded: refunded === left,
  }
  const refund = newRefund({
    charge,
    amount,
    metadata: mergedMetadata({}, asked.metadata),
    reason: asked.reason ?? null,
    status,
  })
  call.ledger.save(charge)
  call.ledger.save(refund)
  call.ledger.emit(refundEvent('refund.created', refund, call.cause))
  call.ledger.emit(chargeEvent('charge.refunded', charge, call.cause))
  call.ledger.emit(refundEvent(status === 'failed' ? 'refund.failed' : 'refund.updated', refund, call.cause))
  return refund
}

function chargeToRefund(call: Call, asked: Read<typeof refundShape>): Stripe.Charge {
  if (asked.charge !== undefined) return paid(call.ledger.charge(asked.charge))
  if (asked.payment_intent === undefined) throw required('payment_intent')
  const intent = call.ledger.intent(asked.payment_intent, 'payment_intent')
  const id = idOf(intent.latest_charge)
  if (intent.status !== 'succeeded' || id === null) {
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      param: 'payment_intent',
    })
  }
  return call.ledger.charge(id)
}

function paid(charge: Stripe.Charge): Stripe.Charge {
  if (charge.captured) return charge
  throw invalid(`Charge ${charge.id} has not been paid, so it cannot be refunded.`, { param: 'charge' })
}

function refuseAmount(amount: number, left: number, charge: Stripe.Charge): void {
  refuseFraction(amount, charge.currency)
  if (amount <= left) return
  const whole = left === charge.amount ? 'charge amount' : 'unrefunded amount on charge'
  throw invalid(
    `Refund amount (${written(amount, charge.currency)}) is greater than ${whole} (${written(left, charge.currency)})`,
    { param: 'amount' },
  )
}
