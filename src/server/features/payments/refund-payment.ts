import type { CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Cards, NothingToRefund, PaymentRefused, ProviderDown } from '../../adapters/cards.ts'
import type { RefundRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as refunds from '../../store/refunds.ts'
import { callOffRefund, followPayment, noteMoneyBack } from './money-back.ts'

/** Gives back what is due of a payment, as far as the provider takes it now. */
export async function refundAtOnce(deps: Deps, cards: Cards, intentId: string): Promise<void> {
  for (const { id } of await refunds.listOf(deps.db.read, intentId)) await tryRefund(deps, cards, id)
}

/** What the provider does not take now stays due: the reconciler goes on with it. */
export const tryRefund = (deps: Deps, cards: Cards, refundId: string): Promise<void> =>
  makeRefund(deps, cards, refundId).catch(error => {
    if (!(error instanceof Refusal)) throw error
  })

/** Brings a refund one step further: asks for it, or looks how it goes. One that is over stays as it is. */
export async function makeRefund(deps: Deps, cards: Cards, refundId: string): Promise<void> {
  const refund = await refunds.find(deps.db.read, refundId)
  if (!refund || refund.succeeded_at !== null || refund.failed_at !== null) return
  if (refund.provider_id !== null) return followPayment(deps, cards, refund.intent_id)
  const { made, refused } = await ask(deps, cards, refund)
  if (made) await noteMoneyBack(deps, refund.intent_id, { refunds: [made] })
  if (made?.amount === refund.amount_cents) return
  // Somebody has given money back at the provider: less was left than was owed, or than an admin has asked for.
  await followPayment(deps, cards, refund.intent_id)
  if (refused !== undefined) await drop(deps, refund, refused)
}

/**
 * What was owed has gone back otherwise, so this one was needless. What an admin has asked for is called off rather than
 * changed: it may have been given back by hand meanwhile, and nobody has asked for any other amount.
 */
const drop = ({ db, now }: Deps, refund: RefundRow, why: string): Promise<void> =>
  db.write(tx => (isByAdmin(refund) ? callOffRefund(tx, refund, why, now()) : refunds.forget(tx, refund.id)))

const isByAdmin = ({ reason }: RefundRow): boolean => reason === 'by_admin'

/** The provider forgets a key after a day, and would then do the same thing twice. */
const keyLifeMs = 12 * 3_600_000

interface Asked {
  made?: CardRefund
  /** Why there will be none, in the provider's words. */
  refused?: string
}

async function ask(deps: Deps, cards: Cards, refund: RefundRow): Promise<Asked> {
  const { id, attempt, intent_id: intentId } = refund
  // An earlier attempt may have been carried out although it was answered by a fault, or by nothing at all.
  const earlier = async () => (await cards.refundsOf(intentId)).find(({ refundId }) => refundId === id)
  const mayBeForgotten = deps.now() - refund.created_at > keyLifeMs
  const found = attempt > 1 || mayBeForgotten ? await earlier() : undefined
  if (found) return { made: found }
  // What is owed goes back whole, however much that is by now; an admin says how much.
  const amount = isByAdmin(refund) ? { amount: refund.amount_cents } : {}
  try {
    return { made: await cards.refund({ intentId, refundId: id, key: `${id}-${attempt}`, ...amount }) }
  } catch (error) {
    if (error instanceof ProviderDown && error.keyIsSpent)
      await deps.db.write(tx => refunds.startAttempt(tx, refund))
    const refused = refusedBecause(error, refund)
    if (refused === undefined) throw error
    const made = await earlier()
    return made ? { made } : { refused }
  }
}

/** Undefined when asking again may help. */
function refusedBecause(error: unknown, refund: RefundRow): string | undefined {
  if (error instanceof NothingToRefund) return 'Nothing is left of this payment at the card provider.'
  if (!(error instanceof PaymentRefused) || !isByAdmin(refund)) return undefined
  return error.cause instanceof Error ? error.cause.message : error.message
}
