import type { Order } from '#contract/orders.ts'
import type { RefundRequest } from '#contract/refunds.ts'
import type { Caller } from '#domain/access.ts'
import { refundsBlocked } from '#domain/dispute.ts'
import { centsOf, dollarsOf, formatDollars } from '#domain/money.ts'
import { noSuchOrder } from '#domain/order.ts'
import { formatNumber } from '#domain/order-number.ts'
import { amountTooHigh, nothingToRefund, planRefund } from '#domain/refund-plan.ts'
import { Refusal } from '#domain/refusal.ts'
import { shelfFull } from '#domain/stock.ts'
import type { Cards } from '../../../adapters/cards.ts'
import type { OrderRow, RefundRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as audit from '../../../store/audit.ts'
import { refundableOf } from '../../../store/order-money.ts'
import * as orders from '../../../store/orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as stock from '../../../store/stock.ts'
import * as timeline from '../../../store/timeline.ts'
import * as users from '../../../store/users.ts'
import { pauseAfter } from './record-refunds.ts'
import { tryRefund } from './refund-payment.ts'
import { summarize } from './update-order.ts'

interface Wanted extends RefundRequest {
  orderId: string
  key: string | undefined
}

/**
 * Gives back the money of an order, all that is left or a part. The refund is noted first, so that it comes to the same
 * end whatever is lost on the way; the answer tells whether it is through or on its way.
 */
export async function refundOrder(deps: Deps, cards: Cards, admin: Caller, wanted: Wanted): Promise<Order> {
  const id = await deps.db.write(tx => noteRefund(tx, admin, wanted, deps.now()))
  await tryRefund(deps, cards, id)
  const [refund, order] = [
    await refunds.find(deps.db.read, id),
    await orders.find(deps.db.read, wanted.orderId),
  ]
  if (!order) throw noSuchOrder()
  if (refund && refunds.isCalledOff(refund)) throw notTaken(refund, order)
  return orders.toOrder(order)
}

/** Answers the id of the refund. */
async function noteRefund(tx: Writing, admin: Caller, wanted: Wanted, now: number): Promise<string> {
  const { userId } = admin
  const { orderId, key, reason } = wanted
  // First the user, then the order and its item, as everybody does it: so nobody waits for each other.
  if (!(await users.lock(tx, userId))) throw new Refusal('signed_out', 'This account no longer exists.')
  const earlier = key && (await refunds.findByKey(tx, userId, key))
  if (earlier) return sameRefund(earlier, wanted)
  const order = await orders.lock(tx, orderId)
  if (!order) throw noSuchOrder()
  const { amount, units } = await planOf(tx, order, wanted)
  const asked = { asked_by: userId, note: reason, restocked: units, idempotency_key: key ?? null }
  const refund = await add(tx, order, { amount, asked }, now)
  if (units > 0) await putBack(tx, order, refund)
  const shelf = units > 0 ? `, ${units} back on the shelf` : ''
  const detail = `${formatDollars(dollarsOf(amount))}${shelf}: ${reason}`
  await timeline.add(tx, orderId, { at: now, what: 'refund_asked', who: admin, detail })
  await summarize(tx, order)
  const noted = { order: orderId, refund: refund.id, amount_cents: amount, restocked: units }
  await audit.note(tx, admin, 'refund_asked', noted, now)
  return refund.id
}

async function add(
  tx: Writing,
  order: OrderRow,
  refund: Pick<refunds.NewRefundRow, 'amount' | 'asked'>,
  now: number,
): Promise<RefundRow> {
  const intentId = order.transaction_id ?? ''
  const paymentId = (await payments.findByIntent(tx, intentId))?.id ?? null
  // The provider is asked right after this; the reconciler comes later.
  const nextLookAt = now + pauseAfter({ created_at: now }, now)
  const row = { ...refund, paymentId, orderId: order.id, intentId, nextLookAt, reason: 'by_admin' as const }
  return refunds.add(tx, row, now)
}

/** From the refunds themselves, under the order's lock: whoever else asks for its money waits. */
async function planOf(tx: Writing, order: OrderRow, { amount, restock }: RefundRequest) {
  const asked = refunds.sumOf(await refunds.listKept(tx, order), 'succeeded', 'pending', 'needs_action')
  return planRefund(
    { amount: amount === undefined ? undefined : (centsOf(amount) ?? 0), restock },
    {
      state: orders.stateOfRow(order),
      left: order.total_cents - asked,
      unitsLeft: order.quantity - order.restocked_quantity,
      dispute: disputeOf(order),
    },
  )
}

const disputeOf = ({ refunds_blocked_at, dispute_lost_cents }: OrderRow): 'open' | 'lost' | undefined => {
  if (refunds_blocked_at === null) return undefined
  return dispute_lost_cents > 0 ? 'lost' : 'open'
}

/** They are put in anew: what was sold stays sold, and the ledger tells where they came from. */
async function putBack(tx: Writing, order: OrderRow, refund: RefundRow): Promise<void> {
  await stock.lock(tx, order.item_id)
  const isDone = await stock.apply(tx, {
    item_id: order.item_id,
    change: refund.restocked,
    reason: `Back from ${formatNumber(order.number)}: ${refund.note}`,
    user_id: refund.asked_by,
    created_at: refund.created_at,
    idempotency_key: null,
  })
  if (!isDone) throw shelfFull('restock')
  await orders.addRestocked(tx, order.id, refund.restocked)
}

/** The same key means the same refund. How much was left, or not on the shelf yet, is not known any more. */
function sameRefund(earlier: RefundRow, { orderId, amount, reason, restock }: Wanted): string {
  const isSame =
    earlier.order_id === orderId &&
    earlier.note === reason &&
    (amount === undefined || centsOf(amount) === earlier.amount_cents) &&
    (restock === true || Number(restock) === earlier.restocked)
  if (isSame) return earlier.id
  throw new Refusal('idempotency_conflict', 'This Idempotency-Key was used for another refund already.')
}

/** Less is left at the provider than the shop knew, or the provider has another reason. */
function notTaken(refund: RefundRow, order: OrderRow): Refusal {
  const { restocked } = refund
  const { code, message, extras } = whyNotTaken(refund, order)
  const shelf =
    restocked > 0 ? ' Its units were put on the shelf and are ordered by somebody else already.' : ''
  return new Refusal(code, message + shelf, extras)
}

function whyNotTaken({ amount_cents, failure }: RefundRow, order: OrderRow): Refusal {
  const [dispute, left] = [disputeOf(order), refundableOf(order)]
  if (dispute) return refundsBlocked(dispute === 'lost')
  if (left === 0) return nothingToRefund()
  if (left < amount_cents) return amountTooHigh(left)
  return new Refusal('refund_refused', `The card provider did not take this refund: ${failure}`)
}
