import { formatNumber } from '#domain/order-number.ts'
import type { OrderRow, RefundRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as orders from '../../../store/orders.ts'
import * as refunds from '../../../store/refunds.ts'
import * as stock from '../../../store/stock.ts'
import { buyerIn, noteFailed, notifyAdminsOfFailure } from './notify-refund.ts'
import { updateOrder } from './update-order.ts'

/** Cancels a refund that the provider refuses to make. The customer was never notified of it, only admins. */
export async function cancelRefund(tx: Writing, refund: RefundRow, why: string, deps: Deps): Promise<void> {
  const now = deps.now()
  const order = refund.order_id && (await orders.lock(tx, refund.order_id))
  const canceled = order && (await refunds.cancel(tx, refund.id, why, now))
  if (!canceled) return
  await takeOffShelf(tx, order, canceled, now)
  await notifyAdminsOfFailure(tx, canceled, await buyerIn(tx, order, canceled), deps)
  await noteFailed(tx, order, canceled, now)
  await updateOrder(tx, order)
}

/** No money went back, so the units leave the shelf again, unless they were ordered in the meantime. */
async function takeOffShelf(tx: Writing, order: OrderRow, refund: RefundRow, now: number): Promise<void> {
  if (refund.restocked === 0) return
  await stock.lock(tx, order.item_id)
  const isDone = await stock.apply(tx, {
    item_id: order.item_id,
    change: -refund.restocked,
    reason: `Not back from ${formatNumber(order.number)}: the refund was refused`,
    user_id: refund.asked_by,
    created_at: now,
    idempotency_key: null,
  })
  if (!isDone) return
  await orders.addRestocked(tx, order.id, -refund.restocked)
  await refunds.setRestocked(tx, refund.id, 0)
}
