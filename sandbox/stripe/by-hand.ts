import type Stripe from 'stripe'
import type { Api } from './api.ts'
import { closeDispute, openDispute } from './dispute.ts'
import { invalid } from './errors.ts'
import { refundCharge } from './make-refund.ts'
import { moveRefund } from './move-refund.ts'
import { idOf } from './refund.ts'

/** What somebody does at the provider's own dashboard, or a bank or time by itself: the shop did not ask for it. */
export function byHand(api: Api, act: string, id: string, amount: unknown): object {
  const { ledger, faults } = api
  switch (act) {
    case 'refund':
      return refundCharge({ ledger, faults, cause: null }, chargeOf(api, id), { ...amountIn(amount) })
    case 'dispute':
    case 'inquiry':
      return openDispute(ledger, chargeOf(api, id), act)
    case 'succeed':
    case 'fail':
    case 'cancel':
      return moveRefund(ledger, ledger.refund(id), act)
    case 'win':
    case 'lose':
      return closeDispute(ledger, ledger.dispute(id), act)
    default:
      throw invalid(`Nobody can ${act} that by hand.`, {}, 404)
  }
}

function chargeOf({ ledger }: Api, intentId: string): Stripe.Charge {
  const intent = ledger.intent(intentId)
  const id = idOf(intent.latest_charge)
  if (intent.status !== 'succeeded' || id === null)
    throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge.`)
  return ledger.charge(id)
}

/** From a form everything is text, and an empty field means all of it. */
function amountIn(given: unknown): { amount?: number } {
  if (given === undefined || given === '') return {}
  const amount = Number(given)
  if (!Number.isInteger(amount)) throw invalid('The amount is in whole cents.', { param: 'amount' })
  return { amount }
}
