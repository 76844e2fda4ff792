import type { AttentionEntry } from '#contract/attention.ts'
import { dollarsOf } from '#domain/money.ts'
import type { RefundRow } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { type Bought, boughtWith } from '../../store/bought.ts'
import * as disputes from '../../store/disputes.ts'
import { listMissing, listNeedingAction } from '../../store/refund-lists.ts'
import * as strayPayments from '../../store/stray-payments.ts'

/** What about money only a person can settle, newest first. */
export async function listAttention({ db }: Deps): Promise<AttentionEntry[]> {
  const [failed, waiting, disputed, strays] = [
    await listMissing(db.read),
    await listNeedingAction(db.read),
    await disputes.listOpen(db.read),
    await strayPayments.listOpen(db.read),
  ]
  const bought = await boughtWith(
    db.read,
    [...failed, ...waiting, ...disputed, ...strays].map(({ intent_id }) => intent_id),
  )
  const entries = [
    ...failed.map(refund => ofRefund(refund, 'refund_failed', refund.failed_at ?? 0)),
    ...waiting.map(refund => ofRefund(refund, 'refund_needs_action', refund.needs_action_at ?? 0)),
    ...disputed.map(({ id, intent_id, opened_at, amount_cents, reason }) =>
      entry('dispute', { id, intentId: intent_id, at: opened_at, cents: amount_cents, detail: reason }),
    ),
    ...strays.map(({ intent_id: id, found_at, amount_cents, description }) =>
      entry('no_order', { id, intentId: id, at: found_at, cents: amount_cents, detail: description ?? '' }),
    ),
  ]
  return entries
    .map(({ orderId, ...one }) => ({
      ...one,
      ...whatWasBought(bought.get(one.transactionId) ?? [], orderId),
    }))
    .sort((a, b) => (a.at < b.at ? 1 : -1))
}

const ofRefund = (refund: RefundRow, kind: AttentionEntry['kind'], at: number) =>
  entry(kind, {
    id: refund.id,
    intentId: refund.intent_id,
    at,
    cents: refund.amount_cents,
    detail: refund.failure ?? '',
    orderId: refund.booking_id,
  })

interface Facts {
  id: string
  intentId: string
  at: number
  cents: number
  detail: string
  /** Where it is about one of the orders of the payment. */
  orderId?: string | null
}

const entry = (kind: AttentionEntry['kind'], { id, intentId, at, cents, detail, orderId }: Facts) => ({
  _id: id,
  kind,
  at: new Date(at).toISOString(),
  amount: dollarsOf(cents),
  transactionId: intentId,
  detail,
  orderId,
})

/** One of the orders that were paid together, or the first of them with the number of the others. */
function whatWasBought(all: readonly Bought[], orderId: string | null | undefined): Bought {
  const [first = { itemName: null, email: null, orderId: null }, ...others] = all
  const one = all.find(bought => bought.orderId !== null && bought.orderId === orderId)
  if (one) return one
  return others.length === 0 ? first : { ...first, itemName: `${first.itemName} and ${others.length} more` }
}
