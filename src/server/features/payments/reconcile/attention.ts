import type { AttentionEntry } from '#contract/attention.ts'
import { shopCurrency } from '#domain/currency.ts'
import { lostShownMs } from '#domain/dispute.ts'
import { majorOf } from '#domain/money.ts'
import { formatNumber } from '#domain/order-number.ts'
import type { DisputeRow, Reading, RefundRow, UnmatchedPaymentRow } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as disputes from '../../../store/disputes.ts'
import * as orders from '../../../store/orders.ts'
import { contentsOfPayments, type PaymentContents } from '../../../store/payment-contents.ts'
import { listFailed, listNeedingAction } from '../../../store/refund-lists.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'

/** Lists money problems that only a person can solve, newest first. Includes lost disputes, for information. */
export async function listAttention({ db, now }: Deps): Promise<AttentionEntry[]> {
  const [failed, waiting, disputed, lost, unmatched] = [
    await listFailed(db.read),
    await listNeedingAction(db.read),
    await disputes.listOpen(db.read),
    await disputes.listLostSince(db.read, now() - lostShownMs),
    await unmatchedPayments.listOpen(db.read),
  ]
  const problems = [
    ...failed.map(refund => refundProblem(refund, 'refund_failed', refund.failed_at ?? 0)),
    ...waiting.map(refund => refundProblem(refund, 'refund_needs_action', refund.needs_action_at ?? 0)),
    ...disputed.map(dispute => disputeProblem(dispute, 'dispute', dispute.opened_at)),
    ...lost.map(dispute => disputeProblem(dispute, 'dispute_lost', dispute.lost_at ?? 0)),
  ]
  const bought = await contentsOfPayments(
    db.read,
    problems.map(({ intentId }) => intentId),
  )
  const entries = problems.map(problem => entryOf(problem, bought.get(problem.intentId) ?? []))
  for (const charge of unmatched) entries.push(await unmatchedEntry(db.read, charge))
  return entries.sort((a, b) => (a.at < b.at ? 1 : -1))
}

interface Problem {
  kind: AttentionEntry['kind']
  id: string
  intentId: string
  at: number
  minor: number
  detail: string
  /** Set if the entry concerns one order of the payment. */
  orderId?: string | null
}

const refundProblem = (refund: RefundRow, kind: Problem['kind'], at: number): Problem => ({
  kind,
  id: refund.id,
  intentId: refund.intent_id,
  at,
  minor: refund.amount_minor,
  detail: refund.failure ?? '',
  orderId: refund.order_id,
})

const disputeProblem = (
  { id, intent_id, amount_minor, reason }: DisputeRow,
  kind: Problem['kind'],
  at: number,
) => ({
  kind,
  id,
  intentId: intent_id,
  at,
  minor: amount_minor,
  detail: reason,
})

function entryOf(
  { kind, id, intentId, at, minor, detail, orderId }: Problem,
  all: readonly PaymentContents[],
) {
  const one = all.find(bought => bought.orderId !== null && bought.orderId === orderId)
  const about = one ? [one] : all
  return {
    _id: id,
    kind,
    at: new Date(at).toISOString(),
    amount: majorOf(minor),
    currency: shopCurrency().code,
    transactionId: intentId,
    detail,
    ...summarizePurchase(about),
    orders: about.flatMap(bought =>
      bought.orderId === null ? [] : { _id: bought.orderId, number: bought.number },
    ),
    ordersGone: 0,
  }
}

/** Names the first of the orders that were paid together, and counts the others. */
function summarizePurchase([first, ...others]: readonly PaymentContents[]): Pick<
  AttentionEntry,
  'itemName' | 'email' | 'orderId'
> {
  const { itemName = null, email = null, orderId = null } = first ?? {}
  const name = others.length === 0 ? itemName : `${itemName} and ${others.length} more`
  return { itemName: name, email, orderId }
}

/** A charge whose orders are missing, all or some. */
async function unmatchedEntry(db: Reading, charge: UnmatchedPaymentRow): Promise<AttentionEntry> {
  const { intent_id, found_at, amount_minor, description, email } = charge
  const named = unmatchedPayments.orderIdsOf(charge)
  const here = named.length === 0 ? [] : await orders.findAll(db, named)
  return {
    _id: intent_id,
    kind: 'no_order',
    at: new Date(found_at).toISOString(),
    amount: majorOf(amount_minor),
    currency: shopCurrency().code,
    transactionId: intent_id,
    detail: '',
    itemName: description,
    email,
    orderId: null,
    orders: here.map(({ id, number }) => ({ _id: id, number: formatNumber(number) })),
    ordersGone: named.length - here.length,
  }
}
