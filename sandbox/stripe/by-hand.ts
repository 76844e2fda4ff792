import type Stripe from 'stripe'
import type { Api } from './api.ts'
import { closeDispute, openDispute } from './dispute.ts'
import { invalid } from './errors.ts'
import { refundCharge } from './make-refund.ts'
import { moveRefund } from './move-refund.ts'
import { idOf } from './refund.ts'

/** Actions that the shop did not request: by a person in the provider's dashboard, or by a bank. */
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

/** Form values are text, and an empty field means the full amount. */
function amountIn(given: unknown): { amount?: number } {
  if (given === undefined || given === '') return {}
  const amount = Number(given)
  if (!Number.isInteger(amount)) throw invalid('The amount is in whole minor units.', { param: 'amount' })
  return { amount }
}
