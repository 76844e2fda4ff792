import { disputeSteps, isStale } from '#domain/dispute.ts'
import { cardProvider } from '#domain/order-event.ts'
import type { CardDispute } from '#domain/refund.ts'
import type { Writing } from '../../../db/schema/tables.ts'
import * as disputes from '../../../store/disputes.ts'
import { isPaidWith } from '../../../store/payment-orders.ts'
import * as timeline from '../../../store/timeline.ts'
import { type Paid, sharesLeft, takeFrom } from './refund-rows.ts'

/** Records the disputes of a payment, adds them to the timelines of its orders, and splits a loss among them. */
export async function recordDisputes(
  tx: Writing,
  paid: Paid | undefined,
  known: readonly CardDispute[],
  now: number,
): Promise<void> {
  for (const dispute of known) {
    const before = await disputes.find(tx, dispute.id)
    const noted = before && disputes.standingOf(before)
    if (noted && isStale(noted, dispute)) continue
    await disputes.note(tx, dispute, before, now)
    if (!paid) continue
    for (const step of disputeSteps(noted, dispute))
      for (const { order } of paid.parts)
        if (isPaidWith(order, dispute.intentId))
          await timeline.add(tx, order.id, { at: now, who: cardProvider, ...step })
    await shareOut(tx, paid, dispute)
  }
}

/** A loss is split once and for all: after it, nothing of the payment can be refunded. */
async function shareOut(tx: Writing, paid: Paid, dispute: CardDispute): Promise<void> {
  const isShared = (await disputes.lossOf(tx, dispute.id)).length > 0
  const isLost = dispute.status === 'lost'
  if (isLost !== isShared)
    await disputes.setLoss(tx, dispute.id, isLost ? await partsOf(tx, paid, dispute) : [])
}

/** No order carries the loss of orders that no longer exist. */
async function partsOf(tx: Writing, paid: Paid, { id, amount }: CardDispute) {
  const shares = await sharesLeft(tx, paid, id)
  const left = shares.reduce((sum, share) => sum + share.left, 0)
  return takeFrom(shares, Math.min(amount, left)).flatMap(part =>
    part.orderId === null ? [] : [{ dispute_id: id, order_id: part.orderId, amount_minor: part.amount }],
  )
}
