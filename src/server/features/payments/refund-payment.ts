import type { CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Cards, NothingToRefund, PaymentRefused, ProviderDown } from '../../adapters/cards.ts'
import type { RefundRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import * as paymentOrders from '../../store/payment-orders.ts'
import * as payments from '../../store/payments.ts'
import * as refunds from '../../store/refunds.ts'
import { callOffRefund, followPayment, noteMoneyBack } from './money-back.ts'
import { owedOf } from './refund-rows.ts'

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
  const amount = await amountOf(deps, refund)
  if (amount === 0) return deps.db.write(tx => refunds.forget(tx, refund.id))
  if (amount !== undefined && amount !== refund.amount_cents) {
    await deps.db.write(tx => refunds.setOwed(tx, refund, amount))
    return makeRefund(deps, cards, refundId)
  }
  const { made, refused } = await ask(deps, cards, refund, amount)
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

/**
 * How much to ask for: what an admin has said, or what is owed of an order. Undefined where all of a payment is owed: that
 * goes back whole, however much is left by now.
 */
async function amountOf({ db }: Deps, refund: RefundRow): Promise<number | undefined> {
  if (isByAdmin(refund)) return refund.amount_cents
  const payment = await payments.findByIntent(db.read, refund.intent_id)
  const rows = payment ? await paymentOrders.listOf(db.read, payment.id) : []
  if (!payment || rows.length === 1) return undefined
  return owedOf(db.read, payment, rows, refund)
}

async function ask(deps: Deps, cards: Cards, refund: RefundRow, amount: number | undefined): Promise<Asked> {
  const { id, attempt, intent_id: intentId } = refund
  // An earlier attempt may have been carried out although it was answered by a fault, or by nothing at all.
  const earlier = async () => (await cards.refundsOf(intentId)).find(({ refundId }) => refundId === id)
  const mayBeForgotten = deps.now() - refund.created_at > keyLifeMs
  const found = attempt > 1 || mayBeForgotten ? await earlier() : undefined
  if (found) return { made: found }
  try {
    const key = `${id}-${attempt}`
    return {
      made: await cards.refund({ intentId, refundId: id, key, ...(amount !== undefined && { amount }) }),
    }
  } catch (error) {
    if (error instanceof ProviderDown && error.keyIsSpent)
      await deps.db.write(tx => refunds.startAttempt(tx, refund))
    const refused = refusedBecause(error, refund)
    // Somebody may have given back what is owed: then less is asked for the next time.
    if (error instanceof PaymentRefused && refused === undefined) await followPayment(deps, cards, intentId)
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
