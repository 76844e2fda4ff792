import { keptAmountOf } from '#domain/order.ts'
import type { CardDispute, CardRefund } from '#domain/refund.ts'
import type { Cards, ListedPayment } from '../../../adapters/cards.ts'
import type { Reading, RefundRow } from '../../../db/schema/tables.ts'
import * as disputes from '../../../store/disputes.ts'
import * as orders from '../../../store/orders.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import { listAskedSince } from '../../../store/refund-lists.ts'
import * as refunds from '../../../store/refunds.ts'
import * as shopIdentity from '../../../store/shop-identity.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'

/**
 * A difference between the card provider's records and the shop's books.
 * - unrecorded: the provider has the money of a payment that the shop counts as unpaid
 * - unknown_payment: the provider has money for an order, but the shop has no such payment
 * - no_order: the provider has money for orders that the shop lacks, all or some, and no one has settled it
 * - refund: the shop lacks one of the provider's refunds or disputes, or has another status for it
 * - missing: the provider lacks one of the shop's payments or refunds
 */
export type Difference =
  | { kind: 'unrecorded' | 'unknown_payment' | 'no_order'; payment: ListedPayment; sentence: string }
  | { kind: 'refund' | 'missing'; intentId: string; sentence: string }

/** Compares the provider's records since a point in time with the shop's data. Changes nothing. */
export async function* compareWithProvider(
  db: Reading,
  cards: Cards,
  since: number,
): AsyncGenerator<Difference> {
  const shopId = await shopIdentity.find(db)
  const unmatched = new Set((await unmatchedPayments.listOpen(db)).map(({ intent_id }) => intent_id))
  const seen = new Set<string>()
  for await (const payment of cards.paymentsSince(since)) {
    if (payment.status !== 'succeeded') continue
    seen.add(payment.intentId)
    const difference = await paymentDifference(db, shopId, payment, unmatched)
    if (difference) yield difference
  }
  yield* refundDifferences(db, cards, since)
  for (const intentId of await payments.listPaidSince(db, since)) {
    if (seen.has(intentId)) continue
    const sentence = `The shop has kept the money of payment ${intentId}, but the card provider has no such charge`
    yield { kind: 'missing', intentId, sentence }
  }
}

async function paymentDifference(
  db: Reading,
  shopId: string | undefined,
  payment: ListedPayment,
  unmatched: ReadonlySet<string>,
): Promise<Difference | undefined> {
  const { intentId, orderIds } = payment
  const known = await payments.findByIntent(db, intentId)
  if (known?.succeeded_at)
    return unmatched.has(intentId) ? noOrder(payment, 'has orders that are gone, and no refund') : undefined
  if (known)
    return {
      kind: 'unrecorded',
      payment,
      sentence: `Charge ${intentId} was made, but the shop has no record of it`,
    }
  // It belongs to another shop on the same account, or was made by hand: leave it alone.
  if (orderIds.length === 0 || payment.shopId === undefined || payment.shopId !== shopId) return undefined
  const here = await orders.findAll(db, orderIds)
  if (here.length === orderIds.length) {
    const sentence = `Charge ${intentId} is for order ${orderIds.join(', ')}, but the shop does not know this payment`
    return { kind: 'unknown_payment', payment, sentence }
  }
  if (await unmatchedPayments.isSettled(db, intentId)) return undefined
  return noOrder(
    payment,
    here.length === 0
      ? 'has neither an order nor a refund'
      : `is for ${orderIds.length} orders, of which the shop has ${here.length}`,
  )
}

const noOrder = (payment: ListedPayment, what: string): Difference => ({
  kind: 'no_order',
  payment,
  sentence: `Charge ${payment.intentId} (${payment.amount} minor units, ${payment.email ?? 'no email'}) ${what}`,
})

async function* refundDifferences(db: Reading, cards: Cards, since: number): AsyncGenerator<Difference> {
  const found = new Set<string>()
  const once = (intentId: string, sentence: string): Difference[] => {
    if (found.has(intentId)) return []
    found.add(intentId)
    return [{ kind: 'refund', intentId, sentence }]
  }
  const seen = new Set<string>()
  for await (const refund of cards.refundsSince(since)) {
    seen.add(refund.id)
    if (!(await isOurs(db, refund.intentId))) continue
    if (isRecorded(await refunds.listByProvider(db, refund.id), refund)) continue
    yield* once(refund.intentId, `Refund ${refund.id} is ${refund.status} at the card provider, but not here`)
  }
  for (const { provider_id, intent_id: intentId } of await listAskedSince(db, since)) {
    if (seen.has(provider_id ?? '')) continue
    const sentence = `The shop says that refund ${provider_id} was made, but the card provider has no such refund`
    yield { kind: 'missing', intentId, sentence }
  }
  for await (const dispute of cards.disputesSince(since)) {
    if (!(await isOurs(db, dispute.intentId))) continue
    if (await isDisputeRecorded(db, dispute)) continue
    yield* once(
      dispute.intentId,
      `Dispute ${dispute.id} is ${dispute.status} at the card provider, but not here`,
    )
  }
}

const isRecorded = (rows: readonly RefundRow[], { status, amount }: CardRefund): boolean =>
  rows.every(row => refunds.statusOf(row) === status) && refunds.sumOf(rows, status) === amount

/** True if the row matches the provider's dispute and, once lost, the loss was shared out among the orders. */
async function isDisputeRecorded(db: Reading, dispute: CardDispute): Promise<boolean> {
  const row = await disputes.find(db, dispute.id)
  if (!row) return false
  const { status, isRefundable, withdrawn, fee } = disputes.standingOf(row)
  const isSame =
    status === dispute.status &&
    isRefundable === dispute.isRefundable &&
    withdrawn === dispute.withdrawn &&
    fee === dispute.fee
  return isSame && (status !== 'lost' || (await isSharedOut(db, dispute)))
}

/** True if some order carries the loss, or no order had any money left. */
async function isSharedOut(db: Reading, { id, intentId }: CardDispute): Promise<boolean> {
  if ((await disputes.lossOf(db, id)).length > 0) return true
  if (await unmatchedPayments.find(db, intentId)) return true
  const payment = await payments.findByIntent(db, intentId)
  const paid = payment ? await paymentOrders.ordersPaidWith(db, payment.id) : []
  return paid.every(order => keptAmountOf(order) === 0)
}

const isOurs = async (db: Reading, intentId: string): Promise<boolean> =>
  (await payments.findByIntent(db, intentId)) !== undefined ||
  (await unmatchedPayments.find(db, intentId)) !== undefined
