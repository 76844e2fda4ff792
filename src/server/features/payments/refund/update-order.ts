import type { OrderRow, Writing } from '../../../db/schema/tables.ts'
import * as disputes from '../../../store/disputes.ts'
import { type RefundColumns, setRefundColumns } from '../../../store/order-money.ts'
import { unreplacedFailures } from '../../../store/refund-lists.ts'
import * as refunds from '../../../store/refunds.ts'

/** Updates an order from the refunds and disputes of its payment. The caller has locked its row. */
export async function updateOrder(tx: Writing, order: OrderRow): Promise<OrderRow> {
  const intentId = order.transaction_id ?? ''
  const kept = await refunds.listOfOrder(tx, order)
  const given = refunds.sumOf(kept, 'succeeded')
  const disputed = await disputes.listOf(tx, intentId)
  const lost = (await disputes.lossesOf(tx, intentId))
    .filter(({ order_id }) => order_id === order.id)
    .reduce((sum, { amount_minor }) => sum + amount_minor, 0)
  const moments = [...kept.map(refund => refund.succeeded_at), ...disputed.map(({ lost_at }) => lost_at)]
  const paid = order.paid_minor ?? 0
  // An order that has cost nothing is canceled by a refund of nothing.
  const hasBack = paid > 0 || kept.some(({ succeeded_at }) => succeeded_at !== null)
  const isAllGone = hasBack && given + lost >= paid
  const back: RefundColumns = {
    refunded_minor: given,
    // Counts what the shop refunded and what the bank took.
    refunded_at: isAllGone ? Math.max(...moments.map(moment => moment ?? 0)) : null,
    refund_pending_minor: refunds.sumOf(kept, 'pending', 'needs_action'),
    refund_failed_at: unreplacedFailures(kept).at(-1)?.failed_at ?? null,
    disputed_at: disputed.filter(dispute => dispute.won_at === null).at(-1)?.opened_at ?? null,
    refunds_blocked_at: disputed.filter(disputes.isBlocking).at(-1)?.opened_at ?? null,
    dispute_lost_minor: lost,
  }
  await setRefundColumns(tx, order.id, back)
  return { ...order, ...back }
}
