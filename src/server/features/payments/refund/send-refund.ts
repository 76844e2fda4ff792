import type { CardRefund } from '#domain/refund.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type Cards,
  NothingToRefund,
  PaymentDisputed,
  PaymentRefused,
  ProviderDown,
} from '../../../adapters/cards.ts'
import type { PaymentRow, Reading, RefundRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as disputes from '../../../store/disputes.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'
import { cancelRefund } from './cancel-refund.ts'
import { recordRefunds, syncRefunds } from './record-refunds.ts'
import { sharesLeft } from './refund-rows.ts'

/** Sends every due refund of a payment that the provider accepts now. */
export async function sendRefundsOf(deps: Deps, cards: Cards, intentId: string): Promise<void> {
  for (const { id } of await refunds.listOf(deps.db.read, intentId)) await trySendRefund(deps, cards, id)
}

/** A refund that the provider does not accept now stays due; the reconciler retries it. */
export const trySendRefund = (deps: Deps, cards: Cards, refundId: string): Promise<void> =>
  sendRefund(deps, cards, refundId).catch(error => {
    if (!(error instanceof Refusal)) throw error
  })

/** Requests a refund, or updates its status if it was requested before. Leaves finished refunds unchanged. */
export async function sendRefund(deps: Deps, cards: Cards, refundId: string): Promise<void> {
  const refund = await refunds.find(deps.db.read, refundId)
  if (!refund || refund.succeeded_at !== null || refund.failed_at !== null) return
  if (refund.provider_id !== null) return syncRefunds(deps, cards, refund.intent_id)
  const shared = await sharedPaymentOf(deps.db.read, refund)
  if (!shared) return requestRefund(deps, cards, refund, isByAdmin(refund) ? refund.amount_minor : undefined)
  // The provider limits refunds by payment, not by order: refunds made there must be known first, or the money goes
  // back a second time from the other orders' shares.
  await syncRefunds(deps, cards, refund.intent_id)
  const due = await deps.db.write(tx => fitToShare(tx, shared, refundId, deps))
  if (due) await requestRefund(deps, cards, due, due.amount_minor)
}

/** The payment of a refund if it was for several orders, even if some of them are missing. */
async function sharedPaymentOf(db: Reading, { intent_id }: RefundRow): Promise<PaymentRow | undefined> {
  const payment = await payments.findByIntent(db, intent_id)
  if (!payment) return undefined
  const isShared =
    (await paymentOrders.listOf(db, payment.id)).length > 1 ||
    (await unmatchedPayments.find(db, intent_id)) !== undefined
  return isShared ? payment : undefined
}

/**
 * Compares an unsent refund with what is left of its order's share. An owed refund is adjusted to that amount; an
 * admin's refund is sent whole or not at all. Returns undefined if there is nothing to send.
 */
async function fitToShare(
  tx: Writing,
  payment: PaymentRow,
  refundId: string,
  deps: Deps,
): Promise<RefundRow | undefined> {
  const parts = await paymentOrders.lock(tx, payment.id)
  const refund = await refunds.find(tx, refundId)
  if (!refund || refund.provider_id !== null || refund.failed_at !== null) return undefined
  const unmatched = await unmatchedPayments.find(tx, refund.intent_id)
  const shares = await sharesLeft(tx, { payment, parts, unmatched })
  const left = shares.find(({ orderId }) => orderId === refund.order_id)?.left ?? 0
  if (isByAdmin(refund) ? refund.amount_minor <= left : refund.amount_minor === left) return refund
  if (left > 0 && !isByAdmin(refund)) return refunds.setAmount(tx, refund, left)
  await abandonRefund(
    tx,
    refund,
    'This order was already refunded, in full or in part, at the card provider.',
    deps,
  )
  return undefined
}

/** Without an amount, all that is left of the payment goes back. */
async function requestRefund(
  deps: Deps,
  cards: Cards,
  refund: RefundRow,
  amount: number | undefined,
): Promise<void> {
  const { made, refused } = await callProvider(deps, cards, refund, amount)
  if (made) await recordRefunds(deps, refund.intent_id, { refunds: [made] })
  if (made?.amount === refund.amount_minor) return
  // A refund was made at the provider: less was left than was owed or requested.
  await syncRefunds(deps, cards, refund.intent_id)
  if (refused !== undefined) await deps.db.write(tx => abandonRefund(tx, refund, refused, deps))
  else if (!made) await deps.db.write(tx => deleteIfLost(tx, refund))
}

/** If a dispute was lost, the buyer already has the money that was owed. Until the bank decides, the refund stays due. */
async function deleteIfLost(
  tx: Writing,
  { id, intent_id, order_id, amount_minor }: RefundRow,
): Promise<void> {
  const lost = (await disputes.lossesOf(tx, intent_id)).filter(part => part.order_id === order_id)
  if (lost.reduce((sum, part) => sum + part.amount_minor, 0) >= amount_minor) await refunds.remove(tx, id)
}

/**
 * An owed refund was paid in another way, so its row is deleted. An admin's refund is canceled, not adjusted: it may
 * have been made by hand, and the admin asked for no other amount.
 */
const abandonRefund = (tx: Writing, refund: RefundRow, why: string, deps: Deps): Promise<void> =>
  isByAdmin(refund) ? cancelRefund(tx, refund, why, deps) : refunds.remove(tx, refund.id)

const isByAdmin = ({ reason }: RefundRow): boolean => reason === 'by_admin'

/** Stripe keeps a key for a day; after that, the same key would refund again. */
const keyLifeMs = 12 * 3_600_000

/** Neither is set while the bank's decision is pending. */
interface Answer {
  made?: CardRefund
  /** Why the provider refuses, in its words. */
  refused?: string
}

async function callProvider(
  deps: Deps,
  cards: Cards,
  refund: RefundRow,
  amount: number | undefined,
): Promise<Answer> {
  const { id, attempt, intent_id: intentId } = refund
  // An earlier attempt may have succeeded although the answer was an error or got lost.
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
    if (error instanceof PaymentDisputed && !isByAdmin(refund)) return {}
    const refused = refusedBecause(error, refund)
    if (refused === undefined) throw error
    const made = await earlier()
    return made ? { made } : { refused }
  }
}

/** Returns undefined if a retry may help. */
function refusedBecause(error: unknown, refund: RefundRow): string | undefined {
  if (error instanceof NothingToRefund)
    return 'Nothing is left to refund of this payment at the card provider.'
  if (!(error instanceof PaymentRefused) || !isByAdmin(refund)) return undefined
  return error.cause instanceof Error ? error.cause.message : error.message
}
