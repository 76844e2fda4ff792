import type { Order } from '#contract/orders.ts'
import type { RefundRequest } from '#contract/refunds.ts'
import type { Caller } from '#domain/access.ts'
import { refundsBlocked } from '#domain/dispute.ts'
import { formatPrice, minorOf } from '#domain/money.ts'
import { keptAmountOf, noSuchOrder, stateOf } from '#domain/order.ts'
import { formatNumber } from '#domain/order-number.ts'
import { nextCheckAt } from '#domain/refund.ts'
import { amountTooHigh, nothingToRefund, planRefund } from '#domain/refund-plan.ts'
import { Refusal } from '#domain/refusal.ts'
import { shelfFull } from '#domain/stock.ts'
import type { OrderRow, PaymentRow, RefundRow, Writing } from '../../../db/schema/tables.ts'
import type { Deps } from '../../../deps.ts'
import * as audit from '../../../store/audit.ts'
import { refundableOf } from '../../../store/order-money.ts'
import * as orders from '../../../store/orders.ts'
import * as paymentOrders from '../../../store/payment-orders.ts'
import * as payments from '../../../store/payments.ts'
import * as refunds from '../../../store/refunds.ts'
import * as stock from '../../../store/stock.ts'
import * as timeline from '../../../store/timeline.ts'
import * as users from '../../../store/users.ts'
import { cardsOff } from '../cards-off.ts'
import { noteRefund } from './note-refund.ts'
import { trySendRefund } from './send-refund.ts'
import { updateOrder } from './update-order.ts'

interface Request extends RefundRequest {
  orderId: string
  key: string | undefined
}

/**
 * Refunds all or part of what is left of an order, or cancels an order that has cost nothing. The refund is recorded before
 * the provider is asked, so that a lost reply does not change the result. The response says whether it succeeded or is
 * pending.
 */
export async function refundOrder(deps: Deps, admin: Caller, request: Request): Promise<Order> {
  const id = await deps.db.write(tx => requestRefund(tx, deps, admin, request))
  if (deps.cards) await trySendRefund(deps, deps.cards, id)
  const [refund, order] = [
    await refunds.find(deps.db.read, id),
    await orders.find(deps.db.read, request.orderId),
  ]
  if (!order) throw noSuchOrder()
  if (refund && refunds.isCanceled(refund)) throw refusalOf(refund, order)
  return orders.toOrder(order)
}

/** Returns the id of the refund. */
async function requestRefund(tx: Writing, deps: Deps, admin: Caller, request: Request): Promise<string> {
  const now = deps.now()
  const { userId } = admin
  const { orderId, key, reason } = request
  // Lock the user, then the order, then its item, as everywhere else: this prevents deadlocks.
  await users.lockCaller(tx, userId)
  const earlier = key && (await refunds.findByKey(tx, userId, key))
  if (earlier) return sameRefund(earlier, request)
  const payment = await lockPaymentOf(tx, orderId)
  const order = await orders.lock(tx, orderId)
  if (!order) throw noSuchOrder()
  const isNoted = payment !== undefined && isNotedFor(payment, order)
  if (payment && !isNoted && !deps.cards) throw cardsOff()
  const { amount, units } = planOf(order, request)
  const intentId = order.transaction_id ?? ''
  const refund = await refunds.add(
    tx,
    {
      payment_id: payment?.id ?? null,
      order_id: orderId,
      intent_id: intentId,
      amount_minor: amount,
      reason: 'by_admin',
      asked_by: userId,
      note: reason,
      restocked: units,
      idempotency_key: key ?? null,
      // The caller asks the provider right after this, so the reconciler does not have to yet.
      next_look_at: nextCheckAt({ created_at: now }, now),
    },
    now,
  )
  if (units > 0) await putOnShelf(tx, order, refund)
  await timeline.add(tx, orderId, { at: now, who: admin, ...eventOf(refund) })
  if (isNoted) await noteRefund(tx, refund, deps)
  else await updateOrder(tx, order)
  const noted = { order: orderId, refund: refund.id, amount_minor: amount, restocked: units }
  await audit.note(tx, admin, 'refund_asked', noted, now)
  return refund.id
}

/** The card provider has no money of the order to give back. */
const isNotedFor = ({ method }: PaymentRow, { paid_minor }: OrderRow): boolean =>
  method !== 'card' || paid_minor === 0

function eventOf({ amount_minor, restocked, note }: RefundRow): Pick<timeline.NewEvent, 'what' | 'detail'> {
  const what = amount_minor === 0 ? 'canceled' : 'refund_asked'
  const facts = [
    ...(amount_minor > 0 ? [formatPrice(amount_minor)] : []),
    ...(restocked > 0 ? [`${restocked} restocked`] : []),
  ]
  return { what, detail: [facts.join(', '), note].filter(Boolean).join(': ') }
}

/** The orders of a noted payment are locked together, because its refund is recorded in this transaction. */
async function lockPaymentOf(tx: Writing, orderId: string): Promise<PaymentRow | undefined> {
  const order = await orders.find(tx, orderId)
  const payment = order?.transaction_id ? await payments.findByIntent(tx, order.transaction_id) : undefined
  if (order && payment && isNotedFor(payment, order)) await paymentOrders.lock(tx, payment.id)
  return payment
}

/** Runs under the order's lock, so concurrent refunds of the order wait. */
const planOf = (order: OrderRow, { amount, restock }: RefundRequest) =>
  planRefund(
    { amount: amount === undefined ? undefined : (minorOf(amount) ?? 0), restock },
    {
      state: stateOf(order),
      left: keptAmountOf(order),
      isCovered: order.paid_minor === 0,
      unitsLeft: order.quantity - order.restocked_quantity,
      dispute: disputeOf(order),
    },
  )

const disputeOf = ({ refunds_blocked_at, dispute_lost_minor }: OrderRow): 'open' | 'lost' | undefined => {
  if (refunds_blocked_at === null) return undefined
  return dispute_lost_minor > 0 ? 'lost' : 'open'
}

/** The units are added as new stock: the sale stays a sale, and the ledger records where they came from. */
async function putOnShelf(tx: Writing, order: OrderRow, refund: RefundRow): Promise<void> {
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

/** The same key means the same refund. A request for "all that is left" matches any amount: it is no longer known. */
function sameRefund(earlier: RefundRow, { orderId, amount, reason, restock }: Request): string {
  const isSame =
    earlier.order_id === orderId &&
    earlier.note === reason &&
    (amount === undefined || minorOf(amount) === earlier.amount_minor) &&
    (restock === true || Number(restock) === earlier.restocked)
  if (isSame) return earlier.id
  throw new Refusal('idempotency_conflict', 'This Idempotency-Key was already used for another refund.')
}

/** The provider has less left than the shop knew, or refuses for another reason. */
function refusalOf(refund: RefundRow, order: OrderRow): Refusal {
  const { restocked } = refund
  const { code, message, extras } = whyRefused(refund, order)
  const shelf = restocked > 0 ? ' Its units were restocked, and someone else has already ordered them.' : ''
  return new Refusal(code, message + shelf, extras)
}

function whyRefused({ amount_minor, failure }: RefundRow, order: OrderRow): Refusal {
  const [dispute, left] = [disputeOf(order), refundableOf(order)]
  if (dispute) return refundsBlocked(dispute === 'lost')
  if (left === 0) return nothingToRefund()
  if (left < amount_minor) return amountTooHigh(left)
  return new Refusal('refund_refused', `The card provider did not accept this refund: ${failure}`)
}
