import type { CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Cards, NothingToRefund, ProviderDown } from '../../adapters/cards.ts'
import type { RefundRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as refunds from '../../store/refunds.ts'
import { followPayment, noteMoneyBack } from './money-back.ts'

/** Gives back what is due of a payment. What the provider does not take now stays due: the reconciler goes on with it. */
export async function refundAtOnce(deps: Deps, cards: Cards, intentId: string): Promise<void> {
  for (const { id } of await refunds.listOf(deps.db.read, intentId)) {
    await makeRefund(deps, cards, id).catch(error => {
      if (!(error instanceof Refusal)) throw error
    })
  }
}

/** Brings a refund one step further: asks for it, or looks how it goes. One that is over stays as it is. */
export async function makeRefund(deps: Deps, cards: Cards, refundId: string): Promise<void> {
  const refund = await refunds.find(deps.db.read, refundId)
  if (!refund || refund.succeeded_at !== null || refund.failed_at !== null) return
  if (refund.provider_id !== null) return followPayment(deps, cards, refund.intent_id)
  const made = await ask(deps, cards, refund)
  if (made) await noteMoneyBack(deps, refund.intent_id, { refunds: [made] })
  if (made?.amount === refund.amount_cents) return
  // Less was left than was owed: the rest was given back at the provider.
  if (made) return followPayment(deps, cards, refund.intent_id)
  // Somebody has given it all back at the provider: those refunds count, and this one was needless.
  await followPayment(deps, cards, refund.intent_id)
  await deps.db.write(tx => refunds.forget(tx, refund.id))
}

/** Undefined when there is nothing left to give back. */
async function ask(deps: Deps, cards: Cards, refund: RefundRow): Promise<CardRefund | undefined> {
  const { id, attempt, intent_id: intentId } = refund
  // An earlier attempt may have been carried out although it was answered by a fault.
  const earlier = async () => (await cards.refundsOf(intentId)).find(({ refundId }) => refundId === id)
  const made = attempt > 1 ? await earlier() : undefined
  if (made) return made
  try {
    return await cards.refund({ intentId, refundId: id, key: `${id}-${attempt}` })
  } catch (error) {
    if (error instanceof NothingToRefund) return earlier()
    if (error instanceof ProviderDown && error.keyIsSpent)
      await deps.db.write(tx => refunds.startAttempt(tx, refund))
    throw error
  }
}
