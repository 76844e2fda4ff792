import { type CardDispute, type CardRefund, isStale } from '#domain/refund.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { OrderRow, RefundRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as invoices from '../../../store/invoices.ts'
import * as orders from '../../../store/orders.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import { isPaidWith } from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as shopContent from '../../../store/shop-content.ts'
import * as unmatchedPayments from '../../../store/unmatched-payments.ts'
import { blockOrders } from '../settle/block-orders.ts'
import { notifyRefund } from './notify-refund.ts'
import { recordDisputes } from './record-disputes.ts'
import { rowsOf } from './refund-rows.ts'
import { updateOrder } from './update-order.ts'

interface Known {
  refunds?: readonly CardRefund[]
  disputes?: readonly CardDispute[]
}

/**
 * Fetches all refunds and disputes of a payment from the provider, including those not made by the shop, and records
 * them.
 */
export async function syncRefunds(deps: Deps, cards: Cards, intentId: string): Promise<void> {
  const [known, disputed] = [await cards.refundsOf(intentId), await cards.disputesOf(intentId)]
  await recordRefunds(deps, intentId, { refunds: known, disputes: disputed })
}

/** Records the provider's refunds and disputes of a payment, sends emails, and updates its orders. */
export async function recordRefunds(deps: Deps, intentId: string, known: Known): Promise<void> {
  const ended = await deps.db.write(tx => recordIn(tx, intentId, known, deps))
  for (const refund of ended)
    deps.metrics.payments.add(refunds.statusOf(refund) === 'failed' ? 'refund_failed' : 'refunded')
}

interface Change {
  before: RefundRow
  after: RefundRow
  creditNote: string | undefined
}

/** Returns the refunds that have now succeeded or failed. */
export async function recordIn(
  tx: Writing,
  intentId: string,
  known: Known,
  deps: Deps,
): Promise<RefundRow[]> {
  const now = deps.now()
  const found = await payments.findByIntent(tx, intentId)
  const parts = found ? await paymentOrders.lock(tx, found.id) : []
  // Read again under the lock: another process may have updated it.
  const payment = found && (await payments.find(tx, found.id))
  const unmatched = await unmatchedPayments.find(tx, intentId)
  if (!payment && !unmatched) return []
  const named = unmatched && !payment ? await orders.lockAll(tx, unmatchedPayments.orderIdsOf(unmatched)) : []
  const paid = payment && { payment, parts, unmatched }
  const changes: Change[] = []
  // The shop's own refunds come first; those made at the provider are attributed to what is left.
  const sorted = (known.refunds ?? []).toSorted((a, b) => Number(!a.refundId) - Number(!b.refundId))
  for (const refund of sorted)
    for (const before of await rowsOf(tx, paid, refund, now)) {
      // A refund that was canceled here may have been made there after all. The provider's final status stays.
      if (before.provider_id !== null && isStale(refunds.statusOf(before), refund.status)) continue
      const after = await refunds.record(tx, before, refund, now)
      const order = parts.find(part => part.order.id === after.order_id)?.order
      changes.push({ before, after, creditNote: await credit(tx, order, after, deps) })
    }
  await recordDisputes(tx, paid, known.disputes ?? [], now)
  await blockOrders(tx, named, now)
  const updated = new Map<string | null, OrderRow>()
  for (const { order } of parts)
    updated.set(order.id, isPaidWith(order, intentId) ? await updateOrder(tx, order) : order)
  const ended = changes.filter(isEnd)
  for (const { after, creditNote } of ended)
    await notifyRefund(tx, after, { order: updated.get(after.order_id), unmatched, creditNote }, deps)
  return ended.map(({ after }) => after)
}

/** Money that was never kept has no invoice, and so needs no credit note. */
async function credit(tx: Writing, order: OrderRow | undefined, refund: RefundRow, deps: Deps) {
  if (!order || !isPaidWith(order, refund.intent_id)) return undefined
  const shop = await shopContent.readDetails(tx, deps.config)
  return invoices.creditRefund(tx, shop, { order, refund, at: deps.now() })
}

function isEnd({ before, after }: Change): boolean {
  const status = refunds.statusOf(after)
  return (status === 'succeeded' || status === 'failed') && status !== refunds.statusOf(before)
}
